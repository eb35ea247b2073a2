import { type ComponentType, lazy } from 'react'
import { useLoadFailure } from '#web/ui/hooks/use-load-failure.ts'

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
