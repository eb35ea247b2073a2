import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readSavedIds, saveBook, unsaveBook } from '#contract/wishlist/hearts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { outdatedTopics, refreshTopics } from '#web/api/query-client.ts'
import { useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/**
 * The ids stay fresh this long, because each card has a heart and writes refresh the ids anyway.
 */
const idsStaleMs = 10 * 60_000

type Press = { bookId: string; isSaved: boolean }

/** Returns a function that saves or removes a book. Presses are sent one after another. */
export function usePressHeart() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope: { id: 'saved books' },
    mutationFn: ({ bookId, isSaved }: Press) =>
      call(isSaved ? saveBook : unsaveBook, { id: bookId }),
    onError: (error, { isSaved }) => {
      const fallback = isSaved ? 'The book could not be saved.' : 'The book is still saved.'
      toast({ text: errorMessage(error, fallback), kind: 'error' })
    },
    onSettled: (_, error) =>
      refreshTopics(client, error ? outdatedTopics(error, saveBook) : ['saved']),
  }).mutate
}

/**
 * Returns whether the buyer has saved a book, and a function that changes this. All hearts share
 * one request. A heart changes before the server has responded.
 */
export function useSaved(bookId: string) {
  const isBuyer = useSession()?.role === 'buyer'
  const { data } = useRead(readSavedIds, {}, { enabled: isBuyer, staleMs: idsStaleMs })
  const press = usePressHeart()
  const [pressed, setPressed] = useState<boolean>()
  const isSaved = pressed ?? data?.ids.includes(bookId) ?? false
  const toggle = () => {
    setPressed(!isSaved)
    press({ bookId, isSaved: !isSaved }, { onSettled: () => setPressed(undefined) })
  }
  return { isSaved, toggle }
}
