// A scrolling log whose newest entries stand at the bottom.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

const nearPx = 80

type Props = {
  label: string
  /** What the pill says when something came while one reads further up. */
  news: string
  /** How many entries there are, and which is the first: what decides about scrolling. */
  count: number
  first: number | undefined
  children: ReactNode
}

/**
 * Keeps the newest entry in sight, unless one reads older ones: then a pill tells that there are new ones. When older
 * entries are put above, what one was reading stays where it is.
 */
export function FollowScroll({ label, news, count, first, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const before = useRef<{ height: number; first: number | undefined }>({
    height: 0,
    first: undefined,
  })
  const [unseen, setUnseen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when entries were added, at either end
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    if (before.current.first !== undefined && first !== undefined && first < before.current.first)
      element.scrollTop += element.scrollHeight - before.current.height
    else if (follows.current) element.scrollTop = element.scrollHeight
    else setUnseen(true)
    before.current = { height: element.scrollHeight, first }
  }, [count, first])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // A phone's keyboard, or a text field that grows, takes height from below.
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const toEnd = () => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    follows.current = true
    setUnseen(false)
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: element }) => {
          follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
          if (follows.current) setUnseen(false)
        }}
        // Positioned, so that what only screen readers see scrolls with it instead of making the page longer.
        className="relative h-full overflow-y-auto overscroll-contain px-4 py-3"
      >
        {children}
      </div>
      {unseen && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
          onClick={toEnd}
        >
          {news}
        </Button>
      )}
    </div>
  )
}
