import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { ScrollBox } from './scroll-box.tsx'

const endMarginPx = 80

type Props = {
  label: string
  newEntriesLabel: string
  /** The key of the newest entry. */
  newest: string | undefined
  children: ReactNode
}

/**
 * A log that stays scrolled to the newest entry at the bottom, unless the reader has scrolled up.
 * When entries are added, those in view don't move.
 */
export function ScrollingLog({ label, newEntriesLabel, newest, children }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef({ height: 0, newest })
  const [hasUnseen, setHasUnseen] = useState(false)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const isNewer = newest !== shown.current.newest
    if (isNewer && isAtEnd(element)) element.scrollTop = 0
    else if (isNewer) {
      element.scrollTop -= element.scrollHeight - shown.current.height
      setHasUnseen(true)
    }
    shown.current = { height: element.scrollHeight, newest }
  })
  return (
    <div className="relative min-h-0 flex-1">
      <ScrollBox
        ref={container}
        role="log"
        aria-label={label}
        onScroll={({ currentTarget }) => isAtEnd(currentTarget) && setHasUnseen(false)}
        // In a reversed column, browsers measure `scrollTop` from the end, so the end stays in
        // view. `relative` keeps hidden texts within the log, so that they don't make the page
        // longer.
        className="relative flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-4
          py-3 [overflow-anchor:none]"
      >
        <div className="mb-auto">{children}</div>
      </ScrollBox>
      {hasUnseen && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
          onClick={() => container.current?.scrollTo({ top: 0 })}
        >
          {newEntriesLabel}
        </Button>
      )}
    </div>
  )
}

const isAtEnd = ({ scrollTop }: HTMLElement): boolean => scrollTop > -endMarginPx
