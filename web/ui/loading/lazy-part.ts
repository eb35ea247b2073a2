import { type ComponentType, lazy, useEffect, useRef } from 'react'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/**
 * Makes a part of a page whose code is loaded when it is first shown. If loading fails, the page
 * continues without it or with `Failed` instead. A part with `onClose` then shows a message and
 * closes.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType = FailedPart,
) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Failed as ComponentType<Props> }),
    ),
  )

function FailedPart({ onClose }: { onClose?: () => void }) {
  useLoadFailure(onClose)
  return null
}

/** Closes a part that could not be loaded, and shows a message. Does nothing without `onClose`. */
function useLoadFailure(onClose: (() => void) | undefined): void {
  const toast = useToast()
  const latest = useRef(onClose)
  useEffect(() => {
    if (!latest.current) return
    latest.current()
    const text = 'This could not be loaded. Check your connection, then reload the page.'
    toast({ text, kind: 'error' })
  }, [toast])
}
