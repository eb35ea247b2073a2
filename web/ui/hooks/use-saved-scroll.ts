import { type RefCallback, useCallback } from 'react'

const positions = new Map<string, number>()

/** Restores a row's horizontal scroll position when a row of the same name is shown again. */
export function useSavedScroll<T extends HTMLElement>(name: string): RefCallback<T> {
  return useCallback(
    (row: T | null) => {
      if (!row) return
      row.scrollLeft = positions.get(name) ?? 0
      const save = () => void positions.set(name, row.scrollLeft)
      row.addEventListener('scroll', save, { passive: true })
      return () => row.removeEventListener('scroll', save)
    },
    [name],
  )
}
