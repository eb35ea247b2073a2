import { type RefCallback, useCallback } from 'react'

/** How far each row was scrolled, as long as the page stands. */
const places = new Map<string, number>()

/** Gives a row that scrolls sideways its place back when it is shown again; `name` tells rows apart. */
export function useKeptScroll<T extends HTMLElement>(name: string): RefCallback<T> {
  return useCallback(
    (row: T | null) => {
      if (!row) return
      row.scrollLeft = places.get(name) ?? 0
      const keep = () => void places.set(name, row.scrollLeft)
      row.addEventListener('scroll', keep, { passive: true })
      return () => row.removeEventListener('scroll', keep)
    },
    [name],
  )
}
