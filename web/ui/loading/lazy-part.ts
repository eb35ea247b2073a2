import { type ComponentType, lazy } from 'react'
import { useLoadFailure } from '#web/ui/hooks/use-load-failure.ts'

/**
 * A part of a page whose code is loaded when it is first shown. Where that fails the page goes on
 * without it, or with `Failed` in its place; what was to open says so, and closes.
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
