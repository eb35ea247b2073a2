import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, MessageResponse } from '#contract/common/schemas.ts'

export const Address = z.object({ _id: Id, deliveryAddress: z.string(), phoneNumber: z.string() })
export type Address = z.output<typeof Address>

export const listAddresses = endpoint({
  method: 'GET',
  path: '/addresses',
  summary: 'Lists the buyer’s stored addresses, most recently used first.',
  access: ['buyer'],
  input: z.object({}),
  response: z.array(Address),
  reads: ['addresses'],
})

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/addresses/{addressId}',
  summary: 'Deletes a stored address.',
  access: ['buyer'],
  input: z.object({ addressId: Id }),
  response: MessageResponse,
  changes: ['addresses'],
})
