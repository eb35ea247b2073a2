import { type RefObject, useLayoutEffect, useState } from 'react'
import { suggestions } from '#web/features/books/policy.ts'

const gap = 12

/** How high the list below an element may be, in pixels: a phone's keyboard covers a part. */
export function useListHeight(above: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState<number>(suggestions.minHeight)
  useLayoutEffect(() => {
    const view = window.visualViewport
    const measure = () => {
      const visible = view?.height ?? window.innerHeight
      const bottom = (above.current?.getBoundingClientRect().bottom ?? 0) - (view?.offsetTop ?? 0)
      const room = Math.min(visible * suggestions.maxHeightShare, visible - bottom - gap)
      setHeight(Math.max(suggestions.minHeight, room))
    }
    measure()
    view?.addEventListener('resize', measure)
    return () => view?.removeEventListener('resize', measure)
  }, [above])
  return height
}
