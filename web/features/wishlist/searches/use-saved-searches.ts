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

/** All of them: one request for the page of saved searches and the buttons on lists. */
export function useSavedSearches() {
  const session = useSession()
  const isBuyer = session?.role === 'buyer'
  const input = { limit: maxSavedSearches }
  return useReadPages(listSavedSearches, input, { enabled: isBuyer, offline: true })
}

/** The saved search with these filters, and what saves or removes it; both throw. */
export function useSavedSearch(filters: SearchFilters) {
  const searches = useSavedSearches()
  const save = useWrite(saveSearch)
  const remove = useWrite(removeSavedSearch)
  const [isSending, setSending] = useState(false)
  // Of a position only a PIN code is kept: until the address has it.
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
      // The write has asked for them already.
      await searches.refetch({ cancelRefetch: false })
      return result
    } finally {
      setSending(false)
    }
  }
  return { saved, isSending, toggle }
}

/**
 * Puts the PIN code that was kept in the place of the position it stands for in the address: a
 * position isn't kept, so a page that is loaded anew couldn't tell that its search is saved.
 */
export function useKeptPlace(): (asked: SearchFilters, kept: SearchFilters) => void {
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

/** Says once that the new copies of a saved search have been seen: their list is on the screen. */
export function useOpened(search: SavedSearch | undefined): void {
  const open = useWrite(openSavedSearch)
  const run = useRef(open.run)
  const id = search && search.newCopies > 0 ? search._id : undefined
  useEffect(() => {
    // If it fails they are only said to be new once more.
    if (id !== undefined) run.current({ id }).catch(() => {})
  }, [id])
}
