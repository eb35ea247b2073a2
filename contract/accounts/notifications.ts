import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  MessageResponse,
  pagingFields,
} from '#contract/common/schemas.ts'

// In turn: a new order, a change of an order, a message, a listing taken off the market, a saved
// book that costs less or is gone, a ring or a copy that one has waited for.
export const mutableNotificationKinds = [
  'order',
  'status',
  'message',
  'listing',
  'saved',
  'exchange',
] as const
export type MutableNotificationKind = (typeof mutableNotificationKinds)[number]

/**
 * `account` is about the account itself, such as a new password; `admin` comes from the admins.
 * Neither can be switched off.
 */
export const notificationKinds = [...mutableNotificationKinds, 'account', 'admin'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const UserNotification = z.object({
  _id: Id,
  kind: z.enum(notificationKinds),
  text: z.string(),
  chatId: Id.optional(),
  orderId: Id.optional(),
  bookId: Id.optional(),
  exchangeId: Id.optional(),
  /** The list of books that it leads to, as the query of its address. */
  listQuery: z.string().optional(),
  createdAt: IsoDateTime,
  isRead: z.boolean(),
})
export type UserNotification = z.output<typeof UserNotification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notices',
  summary:
    "The caller's notifications of the last 90 days, the newest first. A chat's unread messages are one notification.",
  access: sides,
  input: z.object({ ...pagingFields }),
  response: z.array(UserNotification),
  paged: true,
  reads: ['notifications'],
})

export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/notices/read',
  summary:
    "Marks the caller's notifications as read: all, with `upTo` that one and those before it, with `orderId` those about that order, with `exchangeId` those about that exchange, for both accounts.",
  access: sides,
  input: z.object({
    upTo: blankAsAbsent(Id),
    orderId: blankAsAbsent(Id),
    exchangeId: blankAsAbsent(Id),
  }),
  response: MessageResponse,
  changes: ['notifications'],
})

const Toggle = z.boolean({ error: 'Each switch is true or false.' })
export const NotificationSettings = z.object({
  order: Toggle,
  status: Toggle,
  message: Toggle,
  listing: Toggle,
  saved: Toggle,
  exchange: Toggle,
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const readNotificationSettings = endpoint({
  method: 'GET',
  path: '/notices/switches',
  summary: 'Which kinds of notifications the caller gets.',
  access: sides,
  input: z.object({}),
  response: NotificationSettings,
  reads: ['notifications'],
})

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notices/switches',
  summary:
    'Chooses which kinds of notifications the caller gets; a kind that is not named stays as it is.',
  access: sides,
  input: NotificationSettings.partial(),
  response: NotificationSettings,
  changes: ['notifications'],
})
