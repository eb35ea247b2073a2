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
} from '#contract/accounts/accounts.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { readKey, useRead } from '#web/api/hooks.ts'
import { updateSessionName, useSession } from '#web/session/session.ts'

export const accountEndpoints = {
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

export const useProfile = (side: Side, { enabled = true } = {}) =>
  useRead(accountEndpoints[side].read, {}, { enabled })

export function useUpdateCachedProfile(side: Side) {
  const client = useQueryClient()
  const session = useSession()
  return ({ message: _, ...profile }: Profile & { message: string }) => {
    client.setQueryData<Profile>(readKey(accountEndpoints[side].read, {}, session?.userId), profile)
    updateSessionName(profile.helper?.name ?? profile.name)
  }
}
