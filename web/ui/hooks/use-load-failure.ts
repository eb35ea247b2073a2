import { useEffect, useRef } from 'react'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** Says that what was opened could not be loaded, and closes it; nothing without `onClose`. */
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
