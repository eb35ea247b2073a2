import { z } from 'zod'
import { MessageText } from '#contract/chats.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  Id,
  IsoDateTime,
  multiLine,
  Phone,
  pagingFields,
} from '#contract/common/schemas.ts'
import { Exchange, ExchangeIdInput, exchangeChanges } from './exchanges.ts'

export const acceptRing = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/accept',
  summary:
    'Accepts a ring: the caller’s copy is held for it, and the last one to accept makes all orders. Members who get a book by post give an address. A ring that has become impossible ends instead.',
  access: sides,
  input: ExchangeIdInput.extend({
    deliveryAddress: blankAsAbsent(multiLine('Delivery address', maxLength.address)),
    phoneNumber: blankAsAbsent(Phone),
    keepAddress: blankAsAbsent(booleanInput('keepAddress')),
  }),
  response: Exchange,
  changes: [...exchangeChanges, 'addresses'],
})

export const declineRing = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/decline',
  summary:
    'Declines a ring, also after accepting it, as long as not all have: it ends, its copies are free, and the market looks for another one for the others.',
  access: sides,
  input: ExchangeIdInput,
  response: Exchange,
  changes: exchangeChanges,
})

export const RingMessage = z.object({
  _id: Id,
  /** The member who wrote the message. Missing for a message of the market about the ring. */
  from: z.number().optional(),
  text: z.string(),
  createdAt: IsoDateTime,
  clientId: z.string().optional(),
})
export type RingMessage = z.output<typeof RingMessage>

/** An exchange in the data export of its members. A ring includes its whole chat. */
export const ExportedExchange = Exchange.extend({
  messages: z.array(RingMessage).optional(),
  /** Where the caller's book is to be sent, while the ring waits for other members. */
  deliveryAddress: z.string().optional(),
  phoneNumber: z.string().optional(),
})

export const listRingMessages = endpoint({
  method: 'GET',
  path: '/exchanges/{exchangeId}/messages',
  summary:
    'What the members of a ring have written to each other, and what has happened to it: the newest 200, or `limit`, oldest first; the next page is the one before.',
  access: sides,
  input: ExchangeIdInput.extend(pagingFields),
  response: z.array(RingMessage),
  paged: true,
  reads: ['orders'],
})

export const sendRingMessage = endpoint({
  method: 'POST',
  path: '/exchanges/{exchangeId}/messages',
  summary:
    'Writes to the other members of a ring that isn’t over, but for those of a block; the same clientId is stored once.',
  access: sides,
  input: ExchangeIdInput.extend({
    message: MessageText,
    clientId: blankAsAbsent(z.uuid({ error: 'clientId is a UUID.' })),
  }),
  response: RingMessage,
  status: 201,
  acceptsIdempotencyKey: true,
})
