// Runs before each file of web tests. The files share a process and its modules.
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  if (typeof document !== 'undefined') {
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
  }
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
