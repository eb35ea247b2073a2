// The bell: what happened while one was elsewhere.
import { z } from 'zod'
import { blankable, Id, IsoTime, paging, Said } from './common.ts'
import { endpoint, sides } from './endpoint.ts'

/** An order made for the buyer, a change of an order, a message, a listing that was taken off the market: one may switch them off. */
export const mutableKinds = ['order', 'status', 'message', 'listing'] as const
export type MutableKind = (typeof mutableKinds)[number]

/** Besides them, what happened to one's account itself, as a new password. */
export const noticeKinds = [...mutableKinds, 'account'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const Notice = z.object({
  _id: Id,
  kind: z.enum(noticeKinds),
  text: z.string(),
  chatId: Id.optional(),
  orderId: Id.optional(),
  createdAt: IsoTime,
  isRead: z.boolean(),
})
export type Notice = z.output<typeof Notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  summary:
    "One's notices of the last 90 days, the newest first. A chat's unread messages are one notice.",
  access: sides,
  input: z.object({ ...paging }),
  reply: z.array(Notice),
  paged: true,
  reads: ['notices'],
})

export const readNotices = endpoint({
  method: 'PUT',
  path: '/notices/read',
  summary: "Marks one's notices as read: all, or with `upTo` that one and those before it.",
  access: sides,
  input: z.object({ upTo: blankable(Id) }),
  reply: Said,
  changes: ['notices'],
})

const onOrOff = z.boolean({ error: 'Each switch is true or false.' })
/** Of each kind, whether one wants to be told. */
export const NoticeSwitches = z.object({
  order: onOrOff,
  status: onOrOff,
  message: onOrOff,
  listing: onOrOff,
})
export type NoticeSwitches = z.output<typeof NoticeSwitches>

export const readNoticeSwitches = endpoint({
  method: 'GET',
  path: '/notices/switches',
  summary: 'Of which kinds one wants to be told.',
  access: sides,
  input: z.object({}),
  reply: NoticeSwitches,
  reads: ['notices'],
})

export const setNoticeSwitches = endpoint({
  method: 'PUT',
  path: '/notices/switches',
  summary: 'Chooses of which kinds one wants to be told; a kind that is not named stays as it is.',
  access: sides,
  input: NoticeSwitches.partial(),
  reply: NoticeSwitches,
  changes: ['notices'],
})
