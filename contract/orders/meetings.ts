import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { maxLength, maxMeetingTimes, maxWrongCodes } from '#contract/common/limits.ts'
import { Id, IsoDateTime, singleLine } from '#contract/common/schemas.ts'
import { compactText } from '#contract/common/typed-text.ts'
import { OrderMeeting } from './hand-over.ts'
import { Order, orderStatuses } from './orders.ts'

export const meetingActions = ['propose', 'choose', 'enter-code'] as const

export const Meeting = OrderMeeting.extend({
  chatId: Id,
  orders: z.array(z.object({ _id: Id, title: z.string(), status: z.enum(orderStatuses) })),
  /** Titles of the exchange's other books that are handed over at this meeting. */
  exchanged: z.array(z.string()).optional(),
  proposal: z
    .object({ _id: Id, by: z.enum(sides), place: z.string(), times: z.array(IsoDateTime) })
    .optional(),
  /** `over`: no book is left to hand over. */
  status: z.enum(['open', 'handed-over', 'over']),
  /** When the last book was handed over. */
  handedOverAt: IsoDateTime.optional(),
  createdAt: IsoDateTime,
  can: z.array(z.enum(meetingActions)),
})
export type Meeting = z.output<typeof Meeting>

export const listMeetings = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/meetings',
  summary: 'Lists the latest 100 meetings of a chat, oldest first.',
  access: sides,
  input: z.object({ chatId: Id }),
  response: z.array(Meeting),
  reads: ['orders'],
})

const timeError = 'Choose a day and a time.'
/** A time in India, in the format of a datetime-local field: 2026-11-28T17:00. */
const IndianTime = z.iso
  .datetime({ local: true, precision: -1, error: timeError })
  .refine((time) => !time.endsWith('Z'), timeError)

export const proposeMeeting = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/meeting',
  summary: `Proposes a place and up to ${maxMeetingTimes} times for handing over an order and the other orders of its deal. Times are in Asia/Kolkata.`,
  access: sides,
  input: z.object({
    orderId: Id,
    place: singleLine('Meeting point', maxLength.meetingPoint),
    times: z
      .array(IndianTime, { error: timeError })
      .min(1, timeError)
      .max(maxMeetingTimes, `Propose at most ${maxMeetingTimes} times.`),
  }),
  response: Meeting,
  status: 201,
  creates: true,
  changes: ['orders', 'chats'],
})

export const chooseMeetingTime = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/time',
  summary: 'Chooses one of the times that the other side proposed.',
  access: sides,
  input: z.object({
    meetingId: Id,
    proposalId: Id,
    time: z.iso.datetime({ error: 'Choose one of the proposed times.' }),
  }),
  response: Meeting,
  changes: ['orders', 'chats'],
})

export const HandOverCode = z
  .string({ error: 'Enter the 4 digits of the code.' })
  .overwrite(compactText)
  .regex(/^[0-9]{4}$/, 'Enter the 4 digits of the code.')

export const enterHandOverCode = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/hand-over',
  summary: `The seller enters the buyer’s code, which marks the orders of the meeting as Delivered. After ${maxWrongCodes} wrong codes, none is accepted any more. Repeating a code with the same Idempotency-Key counts once.`,
  access: ['seller'],
  input: z.object({
    meetingId: Id,
    code: HandOverCode,
  }),
  response: z.array(Order),
  acceptsIdempotencyKey: true,
  changes: ['orders', 'chats', 'reports'],
})
