// A buyer's or a seller's own account: the profile, the password, the sessions, leaving, and taking one's data along.
import { z } from 'zod'
import { accountStatuses, CurrentPassword, passwordChange, sellerTypes } from './auth.ts'
import { Book } from './books.ts'
import { Chat } from './chats.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  MessageResponse,
  multiLine,
  PersonName,
  Phone,
  PostalAddress,
  singleLine,
} from './common.ts'
import { endpoint, sides } from './endpoint.ts'
import { UserNotification } from './notices.ts'
import { Order } from './orders.ts'
import { photoLimits } from './photos.ts'

export const Profile = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  /** A buyer's. */
  address: z.string().optional(),
  /** A seller's; the shop is a shop owner's. */
  sellerType: z.enum(sellerTypes).optional(),
  shopName: z.string().optional(),
  shopAddress: z.string().optional(),
  /** The picture's address; absent where there is none. */
  profilePic: z.string().optional(),
  createdAt: IsoDateTime,
  status: z.enum(accountStatuses),
  /** Whether the same human has an account on the other side, to which `switchRole` leads. */
  hasTwin: z.boolean(),
})
export type Profile = z.output<typeof Profile>

/** What both sides may change; an absent field stays as it is, and fields that aren't named here are ignored. */
const shared = {
  name: PersonName.optional(),
  /** An empty one is cleared. */
  phone: blankAsAbsent(Phone),
  /** The picture's bytes; an empty one removes the picture, an address leaves it as it is. */
  profilePic: z.custom<File | string | null>().optional(),
}
export const BuyerUpdate = z.object({ ...shared, address: PostalAddress.optional() })
export const SellerUpdate = z.object({
  ...shared,
  shopName: blankAsAbsent(singleLine('Shop name', 120)),
  shopAddress: blankAsAbsent(multiLine('Shop address', 300)),
})
export type ProfileUpdate = z.output<typeof BuyerUpdate> & z.output<typeof SellerUpdate>

const nothing = z.object({})

export const readBuyerProfile = endpoint({
  method: 'GET',
  path: '/buyer/profile',
  summary: "The caller's own profile.",
  access: ['buyer'],
  input: nothing,
  response: Profile,
  reads: ['people', 'accounts'],
  errorLog: 'Failed to fetch profile.',
})
export const readSellerProfile = endpoint({
  method: 'GET',
  path: '/seller/profile',
  summary: "The caller's own profile.",
  access: ['seller'],
  input: nothing,
  response: Profile,
  reads: ['people', 'accounts'],
  errorLog: 'Failed to fetch profile.',
})

/** Names stand beside books and in chats. */
const profileShown = ['people', 'accounts', 'books', 'chats'] as const
const picture = { fields: ['profilePic'], maxCount: 1, maxBytes: photoLimits.bytes } as const

export const updateBuyerProfile = endpoint({
  method: 'PUT',
  path: '/buyer/profile',
  summary: 'Changes name, address, phone and picture; the email stays.',
  access: ['buyer'],
  input: BuyerUpdate,
  response: Profile.extend(MessageResponse.shape),
  files: picture,
  changes: profileShown,
})
export const updateSellerProfile = endpoint({
  method: 'PUT',
  path: '/seller/profile',
  summary: 'Changes name, phone and picture, and the shop of a shop owner; the email stays.',
  access: ['seller'],
  input: SellerUpdate,
  response: Profile.extend(MessageResponse.shape),
  files: picture,
  changes: profileShown,
})

export const changeBuyerPassword = endpoint({
  method: 'PUT',
  path: '/buyer/change-password',
  summary:
    "Changes the caller's password, for both their accounts, and ends their other sessions; `password` is the present one.",
  access: ['buyer'],
  input: passwordChange('password'),
  response: MessageResponse,
  changes: ['accounts'],
})
export const changeSellerPassword = endpoint({
  method: 'PUT',
  path: '/seller/change-password',
  summary:
    "Changes the caller's password, for both their accounts, and ends their other sessions; `password` is the present one.",
  access: ['seller'],
  input: passwordChange('password'),
  response: MessageResponse,
  changes: ['accounts'],
})

/** Who logged in more than a day ago must give the password: a session left open somewhere isn't enough to end an account. */
const leaving = z.object({ password: CurrentPassword })

/** Everything that shows people or what they have. */
const all = ['people', 'accounts', 'books', 'chats', 'orders', 'reports'] as const

export const deleteBuyerAccount = endpoint({
  method: 'DELETE',
  path: '/buyer/delete-account',
  summary:
    "Erases the caller's personal data and ends their sessions; refused while orders are open. A day after the login it takes the password.",
  access: ['buyer'],
  input: leaving,
  response: MessageResponse,
  changes: all,
})
export const deleteSellerAccount = endpoint({
  method: 'DELETE',
  path: '/seller/delete-account',
  summary:
    "Erases the caller's personal data, takes their books off the market and ends their sessions; refused while orders are open. A day after the login it takes the password.",
  access: ['seller'],
  input: leaving,
  response: MessageResponse,
  changes: all,
})

export const ActiveSession = z.object({
  /** When the password was given for it, and when it was last used, to the minute. */
  createdAt: IsoDateTime,
  usedAt: IsoDateTime,
  /** The browser and what it runs on, as 'Chrome on Android'. */
  device: z.string(),
  /** Whether this call came with it. */
  current: z.boolean(),
})
export type ActiveSession = z.output<typeof ActiveSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  summary: "The caller's open sessions: this one, then the last used first.",
  access: sides,
  input: nothing,
  response: z.array(ActiveSession),
  reads: ['accounts'],
})

export const logOutOtherSessions = endpoint({
  method: 'DELETE',
  path: '/account/sessions',
  summary: "Ends all of the caller's sessions but this one, their live connections included.",
  access: sides,
  input: nothing,
  response: MessageResponse,
  changes: ['accounts'],
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/account/export',
  summary: 'All that is kept about the caller, as it was when the call came; five times a day.',
  access: sides,
  expensive: true,
  streamed: true,
  input: nothing,
  response: z.object({
    exportedAt: IsoDateTime,
    profile: Profile,
    sessions: z.array(ActiveSession),
    /** A seller's books, those taken off the market too. */
    books: z.array(Book.extend({ deletedAt: IsoDateTime.optional() })),
    orders: z.array(Order),
    notices: z.array(UserNotification),
    chats: z.array(Chat.omit({ hasMore: true })),
    /** Given by a buyer, received by a seller. */
    ratings: z.array(
      z.object({
        orderId: Id,
        title: z.string(),
        book: z.number(),
        seller: z.number(),
        review: z.string().optional(),
        createdAt: IsoDateTime,
        /** When an admin removed it. */
        removedAt: IsoDateTime.optional(),
      }),
    ),
  }),
})
export type AccountExport = z.output<typeof exportAccount.response>
