// Runs before each file of tests of the web app. The files share a process and its modules.
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  // Unmounts first, because components would send real requests when the stubs are gone.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
})
