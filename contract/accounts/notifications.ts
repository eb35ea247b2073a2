import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  MessageResponse,
  pagingFields,
} from '#contract/common/schemas.ts'
import { compactText } from '#contract/common/typed-text.ts'

// server/notifications/kinds.ts says what each kind means and which page it links to.
export const mutableNotificationKinds = [
  'order',
  'status',
  'message',
  'listing',
  'saved',
  'exchange',
] as const
export type MutableNotificationKind = (typeof mutableNotificationKinds)[number]

export const notificationKinds = [...mutableNotificationKinds, 'account', 'admin'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const UserNotification = z.object({
  _id: Id,
  kind: z.enum(notificationKinds),
  text: z.string(),
  /** Path of the page that the notification is about. */
  link: z.string(),
  createdAt: IsoDateTime,
  isRead: z.boolean(),
})
export type UserNotification = z.output<typeof UserNotification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notices',
  summary: 'Lists the notifications under the caller’s bell from the last 90 days, newest first.',
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
    'Marks the caller’s notifications as read. `upTo` limits this to that notification and older ones, `orderId` to those about an order, and `exchangeId` to those about an exchange, for both accounts.',
  access: sides,
  ownerOnly: ['exchangeId'],
  input: z.object({
    upTo: blankAsAbsent(Id),
    orderId: blankAsAbsent(Id),
    exchangeId: blankAsAbsent(Id),
  }),
  response: MessageResponse,
  changes: ['notifications'],
})

/**
 * The mail settings apply to both accounts of a person, the push settings to one session's browser.
 */
export const NotificationChoices = z.object({
  muted: z.array(z.enum(mutableNotificationKinds)),
  mail: z.object({ email: z.string(), isConfirmed: z.boolean(), isOn: z.boolean() }),
  push: z.object({ isOn: z.boolean(), showsNames: z.boolean() }),
})

export type NotificationChoices = z.output<typeof NotificationChoices>

/** `mail` is missing if the server can't send mail, `push` if the server has no push keys. */
export const NotificationSettings = z.object({
  kinds: z.array(
    z.object({ kind: z.enum(mutableNotificationKinds), label: z.string(), isOn: z.boolean() }),
  ),
  mail: NotificationChoices.shape.mail.optional(),
  push: NotificationChoices.shape.push.extend({ publicKey: z.string() }).optional(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const readNotificationSettings = endpoint({
  method: 'GET',
  path: '/notices/settings',
  summary:
    'Returns which kinds of notifications the caller gets, and the settings for email and push.',
  access: sides,
  ownerOnly: true,
  input: z.object({}),
  response: NotificationSettings,
  reads: ['accounts'],
})

const Switch = z.boolean({ error: 'Each switch is true or false.' }).optional()

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notices/settings',
  summary:
    'Turns kinds of notifications, and emails, on or off. Fields that are left out stay unchanged.',
  access: sides,
  ownerOnly: true,
  input: z.object({
    order: Switch,
    status: Switch,
    message: Switch,
    listing: Switch,
    saved: Switch,
    exchange: Switch,
    mail: Switch,
  }),
  response: NotificationSettings,
  changes: ['notifications', 'accounts'],
})

export const sendMailCode = endpoint({
  method: 'POST',
  path: '/notices/mail-code',
  summary: 'Sends a code to the caller’s email address, to confirm it.',
  access: sides,
  ownerOnly: true,
  input: z.object({}),
  response: MessageResponse,
})

export const MailCode = z.object({
  code: z
    .string({ error: 'The code has 6 digits.' })
    .transform(compactText)
    .pipe(z.string().regex(/^\d{6}$/, 'The code has 6 digits.')),
})

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/notices/mail-code',
  summary:
    'Confirms the caller’s email address with the code that was sent to it, and turns emails on.',
  access: sides,
  ownerOnly: true,
  input: MailCode,
  response: NotificationSettings,
  changes: ['accounts'],
})

/** The base64url encoding of exactly `count` bytes. */
const bytes = (label: string, count: number) =>
  z
    .string({ error: `${label} is missing.` })
    .regex(/^[\w-]+=*$/, `${label} is base64url.`)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === count, {
      error: `${label} has ${count} bytes.`,
    })

export const subscribeToPush = endpoint({
  method: 'PUT',
  path: '/notices/push',
  summary:
    'Sends push messages to the browser of this session until it logs out. `endpoint` must belong to a known push service. With `showsNames`, messages name people and books.',
  access: sides,
  ownerOnly: true,
  input: z.object({
    endpoint: z.string({ error: 'endpoint is missing.' }).max(1000, 'endpoint is too long.'),
    p256dh: bytes('p256dh', 65),
    auth: bytes('auth', 16),
    showsNames: z.boolean({ error: 'showsNames is true or false.' }),
  }),
  response: NotificationSettings,
  changes: ['accounts'],
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/notices/push',
  summary: 'Stops push messages to the browser of this session.',
  access: sides,
  ownerOnly: true,
  input: z.object({}),
  response: NotificationSettings,
  changes: ['accounts'],
})
