import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { readSavedIds, saveBook, unsaveBook } from '#contract/wishlist/hearts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import { outdatedTopics, refreshTopics } from '#web/api/query-client.ts'
import { useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** The ids are refetched after each press, so they are rarely outdated. */
const savedIdsStaleMs = 10 * 60_000

const mutationKey = ['saved books']

type SavedIds = ResponseOf<typeof readSavedIds>
type Press = { bookId: string; isSaved: boolean }

/**
 * Saves or removes a book. The heart changes before the server has answered. Presses are sent one
 * after another.
 */
export function usePressHeart() {
  const client = useQueryClient()
  const key = readKey(readSavedIds, {}, useSession()?.userId)
  const toast = useToast()
  return useMutation({
    mutationKey,
    scope: { id: 'saved books' },
    mutationFn: ({ bookId, isSaved }: Press) =>
      call(isSaved ? saveBook : unsaveBook, { id: bookId }),
    onMutate: ({ bookId, isSaved }) => {
      // A response that is on its way would show the earlier state again.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<SavedIds>(key, (data) => {
        const others = data?.ids.filter((id) => id !== bookId) ?? []
        return { ids: isSaved ? [bookId, ...others] : others }
      })
    },
    onError: (error, { isSaved }) => {
      const fallback = isSaved ? 'The book could not be saved.' : 'The book is still saved.'
      toast({ text: errorMessage(error, fallback), kind: 'error' })
    },
    onSettled: (_, error) => {
      const topics = error ? outdatedTopics(error, saveBook) : []
      if (client.isMutating({ mutationKey }) === 1) void refreshTopics(client, [...topics, 'saved'])
    },
  }).mutate
}

/** Whether the buyer has saved a book. All hearts share one request. */
export function useSaved(bookId: string) {
  const key = readKey(readSavedIds, {}, useSession()?.userId)
  const isAmong = ({ ids }: SavedIds) => ids.includes(bookId)
  const { data: isSaved = false } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readSavedIds, {}, { signal }),
    staleTime: savedIdsStaleMs,
    meta: { reads: readSavedIds.reads },
    select: isAmong,
  })
  const client = useQueryClient()
  const press = usePressHeart()
  const toggle = () => {
    // Not `isSaved`, because a second press may come before the first one is rendered.
    const data = client.getQueryData<SavedIds>(key)
    press({ bookId, isSaved: data === undefined || !isAmong(data) })
  }
  return { isSaved, toggle }
}
