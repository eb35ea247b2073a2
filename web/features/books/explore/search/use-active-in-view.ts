import { type RefObject, useEffect, useRef } from 'react'

/** A list whose active row, by its place, is scrolled into view; -1 is none. */
export function useActiveInView<List extends HTMLElement>(active: number): RefObject<List | null> {
  const list = useRef<List>(null)
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return list
}
