// Runs before each file of web tests. The files share a process and its modules.
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

afterEach(() => {
  if (typeof document !== 'undefined') cleanup()
  vi.useRealTimers()
})
afterAll(() => void vi.unstubAllGlobals())
