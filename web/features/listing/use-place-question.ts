import { useState } from 'react'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/common/errors.ts'
import { type Place, withoutSpaces } from '#contract/places.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useProfile, useUpdateCachedProfile } from '#web/features/account/use-profile.ts'

export type PlaceQuestion = {
  isLoaded: boolean
  place: Place | undefined
  /** What is typed in the place of it; undefined where the question isn't open. */
  typed: string | undefined
  error: string | undefined
  setTyped: (typed: string | undefined) => void
}

/** Where the seller's books are, asked while one is added. `save` throws what the server says. */
export function usePlaceQuestion(): PlaceQuestion & { save: () => Promise<void> } {
  const profile = useProfile('seller')
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const update = useWrite(updateSellerProfile)
  const [changed, setChanged] = useState<string>()
  const [error, setError] = useState<string>()
  const place = profile.data?.place
  const typed = changed ?? (place ? undefined : '')
  const setTyped = (next: string | undefined) => {
    setChanged(next)
    setError(undefined)
  }
  const save = async () => {
    const pinCode = withoutSpaces(typed ?? '')
    // Nobody has to say where they are.
    if (pinCode === '' || pinCode === place?.pinCode) return
    setError(undefined)
    try {
      const saved = await update.run({ pinCode })
      if (saved) updateCachedProfile(saved)
      setChanged(undefined)
    } catch (failure) {
      if (failure instanceof AppError) setError(failure.fields?.pinCode)
      throw failure
    }
  }
  return { isLoaded: profile.data !== undefined, place, typed, error, setTyped, save }
}
