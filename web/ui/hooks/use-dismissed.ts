import { useState } from 'react'

/** Whether a notice was dismissed in this browser, and a way to dismiss it. */
export function useDismissed(key: string): { isDismissed: boolean; dismiss: () => void } {
  const [isDismissed, setDismissed] = useState(() => {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  })
  const dismiss = () => {
    setDismissed(true)
    try {
      localStorage.setItem(key, 'dismissed')
    } catch {
      // Then until the page is left.
    }
  }
  return { isDismissed, dismiss }
}
