import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react'
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

/** Closes the part and says why. Does nothing without `onClose`. */
function FailedPart({ onClose }: { onClose?: () => void }) {
  const toast = useToast()
  const closeNow = useEffectEvent(() => {
    if (!onClose) return
    onClose()
    const text = 'This could not be loaded. Check your connection, then reload the page.'
    toast({ text, kind: 'error' })
  })
  useEffect(() => closeNow(), [])
  return null
}
