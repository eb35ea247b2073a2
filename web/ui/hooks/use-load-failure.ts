import { useEffect, useRef } from 'react'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** Closes a part that could not be loaded, with a message. Without `onClose` it does nothing. */
export function useLoadFailure(onClose: (() => void) | undefined): void {
  const toast = useToast()
  const latest = useRef(onClose)
  useEffect(() => {
    if (!latest.current) return
    latest.current()
    const text = 'This could not be loaded. Check your connection, then reload the page.'
    toast({ text, kind: 'error' })
  }, [toast])
}
