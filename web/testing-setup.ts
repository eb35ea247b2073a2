// Runs before each file of web tests, which share a process and its modules with earlier files.
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

afterEach(() => {
  if (typeof document !== 'undefined') cleanup()
  vi.useRealTimers()
})
afterAll(() => void vi.unstubAllGlobals())
