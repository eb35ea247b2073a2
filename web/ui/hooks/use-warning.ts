import { useEffect } from 'react'

/** Logs a warning that the screen doesn't show, once for each text. */
export function useWarning(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) console.warn(text)
  }, [text])
}
