import { z } from 'zod'
import { MessageText } from '#contract/chats.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, IsoDateTime, pagingFields } from '#contract/common/schemas.ts'
import { Exchange, ExchangeIdInput } from './exchanges.ts'

export const RingMessage = z.object({
  _id: Id,
  /** The member who wrote it. Absent for System messages. */
  from: z.number().optional(),
  text: z.string(),
  createdAt: IsoDateTime,
  clientId: z.string().optional(),
})
export type RingMessage = z.output<typeof RingMessage>

/** An exchange in the data export of a member, with the chat of a ring. */
export const ExportedExchange = Exchange.extend({
  messages: z.array(RingMessage).optional(),
  /** Where the caller wants their book sent, while the ring is proposed. */
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
