import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { readSavedIds, saveBook, unsaveBook } from '#contract/wishlist/hearts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { readKey, useWrite } from '#web/api/hooks.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import { useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** Which books are saved: read once a session, and after each press. */
const savedIdsStaleMs = 10 * 60_000

type SavedIds = ResponseOf<typeof readSavedIds>

/** Returns a function that shows a book as saved or not before the server has answered. */
export function useShowSaved() {
  const client = useQueryClient()
  const key = readKey(readSavedIds, {}, useSession()?.userId)
  return (bookId: string, isSaved: boolean) => {
    // A response that is on its way would show the earlier state again.
    void client.cancelQueries({ queryKey: key })
    client.setQueryData<SavedIds>(key, (data) => {
      const others = data?.ids.filter((id) => id !== bookId) ?? []
      return { ids: isSaved ? [bookId, ...others] : others }
    })
  }
}

/**
 * Whether the buyer has saved a book. All hearts share one request. A press is shown at once.
 * Requests are sent one after another, and only for the last press; if one fails, the heart shows
 * the stored state.
 */
export function useSaved(bookId: string) {
  const userId = useSession()?.userId
  const key = readKey(readSavedIds, {}, userId)
  const isAmong = ({ ids }: SavedIds) => ids.includes(bookId)
  const { data: isSaved = false } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readSavedIds, {}, { signal }),
    staleTime: savedIdsStaleMs,
    meta: { reads: readSavedIds.reads },
    select: isAmong,
  })
  const save = useWrite(saveBook)
  const unsave = useWrite(unsaveBook)
  const client = useQueryClient()
  const showSaved = useShowSaved()
  const toast = useToast()
  const wanted = useRef(isSaved)
  const isSending = useRef(false)

  async function send(stored: boolean) {
    isSending.current = true
    let sent = stored
    try {
      while (wanted.current !== sent) {
        const next = wanted.current
        await (next ? save : unsave).run({ id: bookId })
        sent = next
      }
    } catch (error) {
      showSaved(bookId, sent)
      void refreshTopics(client, ['saved'])
      const fallback = sent ? 'The book is still saved.' : 'The book could not be saved.'
      toast({ text: errorMessage(error, fallback), kind: 'error' })
    } finally {
      isSending.current = false
    }
  }
  async function toggle() {
    // Not `isSaved`, because a second press may come before the first one is rendered.
    const saved = client.getQueryData<SavedIds>(key)
    const shown = isSending.current ? wanted.current : saved !== undefined && isAmong(saved)
    wanted.current = !shown
    showSaved(bookId, !shown)
    if (!isSending.current) await send(shown)
  }
  return { isSaved, toggle }
}
