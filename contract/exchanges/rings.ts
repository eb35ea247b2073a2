import { z } from 'zod'
import { MessageText } from '#contract/chats.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, IsoDateTime, pagingFields } from '#contract/common/schemas.ts'
import { Exchange, ExchangeIdInput } from './exchanges.ts'

export const RingMessage = z.object({
  _id: Id,
  /** The member who wrote the message. Absent for System messages. */
  from: z.number().optional(),
  text: z.string(),
  createdAt: IsoDateTime,
  clientId: z.string().optional(),
})
export type RingMessage = z.output<typeof RingMessage>

/** An exchange in a member's data export. If it is a ring, its chat is included. */
export const ExportedExchange = Exchange.extend({
  messages: z.array(RingMessage).optional(),
  /** The caller's delivery address for their book, while the ring is proposed. */
  deliveryAddress: z.string().optional(),
  phoneNumber: z.string().optional(),
})

export const listRingMessages = endpoint({
  method: 'GET',
  path: '/exchanges/{exchangeId}/messages',
  summary:
    'Lists the messages of a ring and what has happened to it, oldest first. The first page has the newest 200, or `limit`; the next page has the ones before.',
  access: sides,
  ownerOnly: true,
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
  ownerOnly: true,
  input: ExchangeIdInput.extend({
    message: MessageText,
    clientId: blankAsAbsent(z.uuid({ error: 'clientId is a UUID.' })),
  }),
  response: RingMessage,
  status: 201,
  acceptsIdempotencyKey: true,
})
