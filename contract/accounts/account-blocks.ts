// Blocks between people. Blocks by admins are in contract/admin/admin.ts.
import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, MessageResponse, pagingFields } from '#contract/common/schemas.ts'

/** `_id` is the blocked account. */
export const BlockedPerson = z.object({
  _id: Id,
  name: z.string(),
  role: z.enum(sides),
  blockedAt: IsoDateTime,
})
export type BlockedPerson = z.output<typeof BlockedPerson>

// A block changes what people may do in a chat (`chats`) and which listings they see (`blocks`).
const changes = ['blocks', 'chats', 'offers', 'orders'] as const

export const listBlockedPeople = endpoint({
  method: 'GET',
  path: '/account/blocked-people',
  summary: 'Lists the people that the caller has blocked from either account, newest first.',
  access: sides,
  ownerOnly: true,
  input: z.object(pagingFields),
  response: z.array(BlockedPerson),
  paged: true,
  reads: ['blocks', 'profiles'],
})

export const blockPerson = endpoint({
  method: 'PUT',
  path: '/account/blocked-people/{id}',
  summary:
    'Blocks the person who has this account. Neither can send messages, start chats or place orders with the other, or see the other’s listings. Open orders continue.',
  access: sides,
  ownerOnly: true,
  input: z.object({ id: Id }),
  response: MessageResponse,
  changes,
})

export const unblockPerson = endpoint({
  method: 'DELETE',
  path: '/account/blocked-people/{id}',
  summary: 'Removes the caller’s block of a person. A block in the other direction stays.',
  access: sides,
  ownerOnly: true,
  input: z.object({ id: Id }),
  response: MessageResponse,
  changes,
})
