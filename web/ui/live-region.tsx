import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

const announceDelayMs = 700

/** Announces a changing text to screen readers; must be mounted before there is any text. */
export function LiveRegion({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {useDebounced(children, announceDelayMs)}
    </p>
  )
}
