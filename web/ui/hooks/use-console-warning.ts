import { useEffect } from 'react'

export function useConsoleWarning(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) console.warn(text)
  }, [text])
}
