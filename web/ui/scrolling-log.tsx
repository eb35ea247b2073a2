import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

const endMarginPx = 80

type Props = {
  label: string
  newEntriesLabel: string
  count: number
  /** The number of the first entry, which changes when older ones are added. */
  first: number | undefined
  /** The key of the newest entry, for logs that drop old entries and keep their `count`. */
  newest?: string | undefined
  children: ReactNode
}

type Shown = { height: number } & Pick<Props, 'count' | 'first' | 'newest'>

const heightsOf = (element: HTMLElement): string =>
  `${element.scrollHeight} ${element.clientHeight}`

/**
 * A log that stays scrolled to the newest entry at the bottom, unless the reader has scrolled up.
 * When older entries are added at the top, the entries in view don't move.
 */
export function ScrollingLog(props: Props) {
  const { label, newEntriesLabel, count, first, newest, children } = props
  const container = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const previous = useRef<Shown>({ height: 0, count: 0, first: undefined, newest: undefined })
  const heights = useRef('')
  const [hasUnseen, setHasUnseen] = useState(false)
  useLayoutEffect(() => {
    const element = container.current
    const shown = previous.current
    const isNewer = count > shown.count || newest !== shown.newest
    if (!element || (count === shown.count && first === shown.first && !isNewer)) return
    if (shown.first !== undefined && first !== undefined && first < shown.first)
      element.scrollTop += element.scrollHeight - shown.height
    else if (isAtEnd.current) element.scrollTop = element.scrollHeight
    else if (isNewer) setHasUnseen(true)
    previous.current = { height: element.scrollHeight, count, first, newest }
  }, [count, first, newest])
  useEffect(() => {
    const element = container.current
    if (!element || !content.current) return
    // The heights change with a phone's keyboard, and when an entry grows.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
      heights.current = heightsOf(element)
    })
    observer.observe(element)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])
  const scrollToEnd = () => {
    const element = container.current
    if (element) element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setHasUnseen(false)
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={container}
        role="log"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: element }) => {
          // When heights change, the browser also fires this event, before the observer corrects
          // the position.
          if (isAtEnd.current && heightsOf(element) !== heights.current) return
          isAtEnd.current =
            element.scrollHeight - element.scrollTop - element.clientHeight < endMarginPx
          if (isAtEnd.current) setHasUnseen(false)
        }}
        // `relative` makes hidden texts scroll with the log, so that they don't make the page
        // longer. The browser's own scroll anchoring is off, because it would scroll away from the
        // end when the log shrinks.
        className="relative h-full overflow-y-auto overscroll-contain px-4 py-3
          [overflow-anchor:none]"
      >
        <div ref={content}>{children}</div>
      </div>
      {hasUnseen && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
          onClick={scrollToEnd}
        >
          {newEntriesLabel}
        </Button>
      )}
    </div>
  )
}
