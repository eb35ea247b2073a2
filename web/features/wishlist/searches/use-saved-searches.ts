import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  listSavedSearches,
  maxSavedSearches,
  openSavedSearch,
  removeSavedSearch,
  type SavedSearch,
  type SearchFilters,
  saveSearch,
  searchKey,
} from '#contract/wishlist/searches.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'

/** Reads all saved searches. Their page and the buttons on lists share one request. */
export function useSavedSearches() {
  const session = useSession()
  const isBuyer = session?.role === 'buyer'
  const input = { limit: maxSavedSearches }
  return useReadPages(listSavedSearches, input, { enabled: isBuyer, offline: true })
}

/** Returns the saved search with these filters, and functions to save and remove it. */
export function useSavedSearch(filters: SearchFilters) {
  const searches = useSavedSearches()
  const save = useWrite(saveSearch)
  const remove = useWrite(removeSavedSearch)
  const [isSending, setSending] = useState(false)
  // The server stores a PIN code instead of a position, so the filters differ until the URL
  // changes.
  const [kept, setKept] = useState<{ key: string; id: string }>()
  const key = searchKey(filters)
  const saved = searches.rows.find(
    (search) => searchKey(search.filters) === key || (kept?.key === key && kept.id === search._id),
  )

  async function toggle(): Promise<SavedSearch | undefined> {
    setSending(true)
    try {
      const result = saved ? undefined : await save.run({ ...filters })
      if (saved) await remove.run({ id: saved._id })
      if (result) setKept({ key, id: result._id })
      // The write already refetches the list, so this waits for the same request.
      await searches.refetch({ cancelRefetch: false })
      return result
    } finally {
      setSending(false)
    }
  }
  return { saved, isSending, toggle }
}

/**
 * Replaces a position in the URL with the PIN code that was stored instead. Positions aren't
 * stored, so without this a reloaded page couldn't tell that its search is saved.
 */
export function useStoredPlace(): (asked: SearchFilters, kept: SearchFilters) => void {
  const [, setParams] = useSearchParams()
  return ({ near }, kept) => {
    if (near === kept.near) return
    setParams(
      (current) => {
        if (kept.near && current.get('near') === near) current.set('near', kept.near)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }
}

/**
 * Tells the server once that the person has seen the new copies of a saved search, because their
 * list is on the screen.
 */
export function useOpened(search: SavedSearch | undefined): void {
  const open = useWrite(openSavedSearch)
  const run = useRef(open.run)
  const id = search && search.newCopies > 0 ? search._id : undefined
  useEffect(() => {
    // If it fails, the copies are only shown as new once more.
    if (id !== undefined) run.current({ id }).catch(() => {})
  }, [id])
}
