import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

const announceDelayMs = 700

type Props = {
  /** False if the text is about one control, and so isn't a status of the page. */
  isStatus?: boolean
  children: string
}

/** Announces a text to screen readers when it changes. Mount it before there is any text. */
export function LiveRegion({ isStatus = true, children }: Props) {
  return (
    <p role={isStatus ? 'status' : undefined} aria-live="polite" className="sr-only">
      {useDebounced(children, announceDelayMs)}
    </p>
  )
}
