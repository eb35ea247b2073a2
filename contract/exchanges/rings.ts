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
    'Accepts a ring, which reserves the caller’s copy for it. The last member to accept creates all orders. Members who get a book by post must give an address and phone number. A ring that has become impossible ends instead.',
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
    'Declines a ring, which ends it and frees its copies. Members who have accepted can still decline until all have accepted. The market then looks for other rings for the members.',
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
    'Lists the messages of a ring and what has happened to it, oldest first. The first page has the newest 200, or `limit`; the next page has the ones before.',
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
    'Sends a message to the other members of a ring, except any with a block between them and the caller. This is possible until the ring is over and its payments are settled. Repeating the same `clientId` stores it only once.',
  access: sides,
  input: ExchangeIdInput.extend({
    message: MessageText,
    clientId: blankAsAbsent(z.uuid({ error: 'clientId is a UUID.' })),
  }),
  response: RingMessage,
  status: 201,
  acceptsIdempotencyKey: true,
})
