import { useEffect } from 'react'

export function useWarning(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) console.warn(text)
  }, [text])
}
