// Runs before each file of server tests, which share a process and its modules with earlier files.
import { afterAll, afterEach } from 'vitest'
import { closeApps } from './testing.ts'
import { disconnectSockets } from './testing-live.ts'

afterEach(disconnectSockets)
afterAll(closeApps)
