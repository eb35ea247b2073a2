import { useEffect } from 'react'

/** Says in the browser's log, once, what the screen has no words for. */
export function useWarning(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) console.warn(text)
  }, [text])
}
