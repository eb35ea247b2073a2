import { listShelves } from '#contract/books/books.ts'
import { useRead } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'

/** The shelves, narrowed by a search and a branch where these are given. */
export function useShelves(search: string | undefined, branch: string | undefined) {
  const isLeaving = useIsNavigatingAway()
  // Not for guests first, nor as a guest what somebody searched who is logging out.
  const enabled = useSession() !== undefined && !isLeaving
  const asked = { ...(search && { search }), ...(branch && { branch }) }
  return useRead(listShelves, asked, { enabled, keepPrevious: true })
}
