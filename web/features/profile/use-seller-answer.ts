import { useState } from 'react'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/**
 * Saves one field of the seller's profile where it is asked for. `error` is about the field,
 * `failure` about the rest; `save` resolves to whether it is saved.
 */
export function useSellerAnswer(field: 'pinCode' | 'handOvers') {
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const update = useWrite(updateSellerProfile)
  const toast = useToast()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const refuse = (text: string | undefined) => {
    setError(text)
    setFailure(undefined)
  }
  const save = async (answer: EndpointInput<typeof updateSellerProfile>): Promise<boolean> => {
    refuse(undefined)
    try {
      const saved = await update.run(answer)
      if (!saved) return false
      updateCachedProfile(saved)
      toast({ text: saved.message, kind: 'success' })
      return true
    } catch (thrown) {
      const ofField = thrown instanceof AppError ? thrown.fields?.[field] : undefined
      if (ofField) setError(ofField)
      else setFailure(errorMessage(thrown, 'Failed to update profile.'))
      return false
    }
  }
  return { error, failure, pending: update.pending, refuse, save }
}
