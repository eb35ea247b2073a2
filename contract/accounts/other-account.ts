import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { MessageResponse } from '#contract/common/schemas.ts'
import { buyerFields, checkShop, sellerFields } from './auth.ts'

export const OpenBuyerAccount = z.object(buyerFields)
export type OpenBuyerAccount = z.output<typeof OpenBuyerAccount>
export const OpenSellerAccount = z.object(sellerFields).superRefine(checkShop)
export type OpenSellerAccount = z.output<typeof OpenSellerAccount>

const openAccount = {
  method: 'POST',
  response: MessageResponse,
  status: 201,
  creates: true,
  changes: ['accounts'],
} as const

export const openBuyerAccount = endpoint({
  ...openAccount,
  path: '/account/buyer',
  summary:
    'Creates a buyer account for a seller, with the same email and password. `POST /auth/switch-role` switches between the two.',
  access: ['seller'],
  ownerOnly: true,
  input: OpenBuyerAccount,
})

export const openSellerAccount = endpoint({
  ...openAccount,
  path: '/account/seller',
  summary:
    'Creates a seller account for a buyer, with the same email and password. `POST /auth/switch-role` switches between the two.',
  access: ['buyer'],
  input: OpenSellerAccount,
})
