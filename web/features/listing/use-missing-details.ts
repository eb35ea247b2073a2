import { useState } from 'react'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { type HandOver, handOvers } from '#contract/common/hand-overs.ts'
import { type OwnPlace, readPinCode } from '#contract/places.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useProfile, useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { deleteDraft, findDraft, saveDraft } from '#web/session/drafts.ts'
import { currentSession } from '#web/session/session.ts'

export type MissingDetailsPrompt = {
  isLoaded: boolean
  place: OwnPlace | undefined
  /** The typed PIN code, or undefined while the question isn't open. */
  typed: string | undefined
  error: string | undefined
  setTyped: (typed: string) => void
  handOvers: readonly HandOver[] | undefined
  /** The checked ways, or undefined while the question isn't open. */
  ticked: readonly HandOver[] | undefined
  setTicked: (ways: readonly HandOver[]) => void
}

type Answers = { typed?: string; ticked?: readonly HandOver[] }
const draftName = 'seller questions'

/** Holds answers that aren't saved yet. Like the listing's draft, they survive a reload. */
function useAnswers() {
  const [userId] = useState(() => currentSession()?.userId)
  const [answers, setAnswers] = useState<Answers>(
    () => (userId && findDraft<Answers>(userId, draftName)) || {},
  )
  const change = (next: Answers) => {
    setAnswers(next)
    if (userId) saveDraft(userId, draftName, next)
  }
  const discard = () => {
    setAnswers({})
    if (userId) deleteDraft(userId, draftName)
  }
  return { answers, change, discard }
}

/**
 * Asks, while a book is added, where the seller's books are and how they are handed over. The
 * answers are optional. `save` throws the server's errors.
 */
export function useMissingDetails() {
  const profile = useProfile('seller')
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const update = useWrite(updateSellerProfile)
  const { answers, change, discard } = useAnswers()
  const [error, setError] = useState<string>()
  const { place, handOvers: said } = profile.data ?? {}
  const { typed = place ? undefined : '', ticked = said ? undefined : [] } = answers
  const pinCode = readPinCode(typed ?? '')
  const changes = {
    ...(pinCode !== '' && pinCode !== place?.pinCode && { pinCode }),
    ...(ticked && `${ticked}` !== `${said ?? ''}` && { handOvers: [...ticked] }),
  }
  const hasChanges = Object.keys(changes).length > 0
  const save = async () => {
    if (!hasChanges) return
    setError(undefined)
    try {
      const saved = await update.run(changes)
      if (saved) updateCachedProfile(saved)
      discard()
    } catch (failure) {
      if (failure instanceof AppError) setError(failure.fields?.pinCode)
      throw failure
    }
  }
  const questions: MissingDetailsPrompt = {
    isLoaded: profile.data !== undefined,
    place,
    typed,
    error,
    setTyped: (next) => {
      change({ ...answers, typed: next })
      setError(undefined)
    },
    handOvers: said,
    ticked,
    setTicked: (ways) =>
      change({ ...answers, ticked: handOvers.filter((way) => ways.includes(way)) }),
  }
  return { questions, hasChanges, isSaving: update.pending, save, discard }
}
