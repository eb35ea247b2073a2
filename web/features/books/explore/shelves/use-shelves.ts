import { useDeferredValue, useMemo } from 'react'
import { listShelves } from '#contract/books/books.ts'
import { useRead } from '#web/api/hooks.ts'
import type { ShelvesData } from '#web/features/books/explore/preview.ts'
import { useSession } from '#web/session/session.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'

type Asked = { search: string | undefined; branch: string | undefined }

/** The shelves, narrowed by a search and a branch where these are given. */
export function useShelves(search: string | undefined, branch: string | undefined) {
  const isLeaving = useIsNavigatingAway()
  // Not for guests first, nor as a guest what somebody searched who is logging out.
  const enabled = useSession() !== undefined && !isLeaving
  const asked = { ...(search && { search }), ...(branch && { branch }) }
  return useRead(listShelves, asked, { enabled, keepPrevious: true })
}

/** What is drawn: of these shelves, or of those before while the search or branch is new. */
export type DrawnShelves = Asked & {
  /** Undefined until there is something to draw. */
  data: ShelvesData | undefined
  isOfEarlierSearch: boolean
}

/**
 * The shelves to draw, `preview` until they are loaded. A change of their hundreds of cards is drawn
 * in small steps, so that a phone answers to a press meanwhile.
 */
export function useDrawnShelves({ search, branch }: Asked, preview: ShelvesData | undefined) {
  const shelves = useShelves(search, branch)
  const isOfEarlierSearch = shelves.isPlaceholderData && !preview
  const data = shelves.isPlaceholderData ? (preview ?? shelves.data) : (shelves.data ?? preview)
  const newest: DrawnShelves = useMemo(
    () => ({ data, isOfEarlierSearch, search, branch }),
    [data, isOfEarlierSearch, search, branch],
  )
  const drawn = useDeferredValue(newest)
  return {
    drawn,
    isLoading: drawn.data === undefined && (data !== undefined || shelves.isPending),
    isOld: drawn.isOfEarlierSearch || drawn.search !== search || drawn.branch !== branch,
    /** Given where loading them has failed. */
    retry: shelves.isError ? () => void shelves.refetch() : undefined,
  }
}
