import { useState } from 'react'

/** Returns whether a notice was dismissed in this browser, and a function that dismisses it. */
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
      // The notice is then dismissed until the person leaves the page.
    }
  }
  return { isDismissed, dismiss }
}
