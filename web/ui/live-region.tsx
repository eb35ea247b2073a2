import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

const announceDelayMs = 700

type Props = {
  /** Not where the text is about a control, and no status of the page. */
  isStatus?: boolean
  children: string
}

/** Announces a changing text to screen readers; must be mounted before there is any text. */
export function LiveRegion({ isStatus = true, children }: Props) {
  return (
    <p role={isStatus ? 'status' : undefined} aria-live="polite" className="sr-only">
      {useDebounced(children, announceDelayMs)}
    </p>
  )
}
