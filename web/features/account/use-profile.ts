// One's own account: the calls of either side, and the profile wherever it is shown.
import { useQueryClient } from '@tanstack/react-query'
import {
  changeBuyerPassword,
  changeSellerPassword,
  deleteBuyerAccount,
  deleteSellerAccount,
  type Profile,
  readBuyerProfile,
  readSellerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts.ts'
import type { Side } from '#contract/endpoint.ts'
import { readKey, useRead } from '#web/api/hooks.ts'
import { renameSession, useSession } from '#web/session/session.ts'

export const accountCalls = {
  buyer: {
    read: readBuyerProfile,
    update: updateBuyerProfile,
    changePassword: changeBuyerPassword,
    remove: deleteBuyerAccount,
  },
  seller: {
    read: readSellerProfile,
    update: updateSellerProfile,
    changePassword: changeSellerPassword,
    remove: deleteSellerAccount,
  },
} as const

export const useProfile = (side: Side) => useRead(accountCalls[side].read, {})

/** Shows a changed profile at once, before it has been read again. */
export function useKeepProfile(side: Side) {
  const client = useQueryClient()
  const session = useSession()
  return ({ message: _, ...profile }: Profile & { message: string }) => {
    client.setQueryData<Profile>(readKey(accountCalls[side].read, {}, session?.userId), profile)
    renameSession(profile.name)
  }
}
