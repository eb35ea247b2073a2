// Runs before each file of server tests. The files of a worker share a process and its modules.
import { afterAll, afterEach } from 'vitest'
import { closeApps } from './testing.ts'
import { disconnectSockets } from './testing-live.ts'
import { expectCheckedAnswers } from './testing-responses.ts'

afterEach(disconnectSockets)
afterEach(expectCheckedAnswers)
afterAll(closeApps)
