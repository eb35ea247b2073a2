import { useEffect, useState } from 'react'

/**
 * Whether the chat was opened to make an offer. A later reload or Back doesn't ask for it again.
 */
export function useOpenedToOffer(): boolean {
  const [isOpened] = useState(() => globalThis.window?.history.state?.usr?.makesOffer === true)
  useEffect(() => {
    if (isOpened) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [isOpened])
  return isOpened
}
