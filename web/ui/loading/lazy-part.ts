import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/**
 * Returns a part of a page whose code is loaded when it is first shown. If loading fails, `Failed`
 * is shown instead. By default this shows nothing, but a part with `onClose` is closed with a
 * message.
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

/** Closes the part and says why. Does nothing if the part has no `onClose`. */
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
