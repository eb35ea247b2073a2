import { z } from 'zod'
import { OwnComplaint } from '#contract/admin/complaints.ts'
import { Book } from '#contract/books/books.ts'
import { Chat } from '#contract/chats.ts'
import { bySide, endpoint, sides } from '#contract/common/endpoint.ts'
import { HandOversInput } from '#contract/common/hand-overs.ts'
import { maxLength } from '#contract/common/limits.ts'
import { photoLimits } from '#contract/common/photos.ts'
import {
  blankAsAbsent,
  booleanInput,
  Id,
  IsoDateTime,
  MessageResponse,
  multiLine,
  PersonName,
  Phone,
  PostalAddress,
  singleLine,
  UpiId,
} from '#contract/common/schemas.ts'
import { ExportedExchange } from '#contract/exchanges/rings.ts'
import { Address } from '#contract/orders/addresses.ts'
import { Meeting } from '#contract/orders/meetings.ts'
import { Offer } from '#contract/orders/offers.ts'
import { Order } from '#contract/orders/orders.ts'
import { SaidPayment } from '#contract/orders/payments.ts'
import { Problem } from '#contract/orders/problems.ts'
import { OwnPlace, PinCode } from '#contract/places.ts'
import { SavedReply } from '#contract/saved-replies.ts'
import { SavedBook } from '#contract/wishlist/hearts.ts'
import { SavedSearch } from '#contract/wishlist/searches.ts'
import { Want } from '#contract/wishlist/wants.ts'
import { BlockedPerson } from './account-blocks.ts'
import { ApiToken } from './api-tokens.ts'
import { accountStatuses, CurrentPassword, passwordChange, sellerTypes } from './auth.ts'
import { HolidayEnd } from './holiday.ts'
import { NotificationChoices, UserNotification } from './notifications.ts'
import { ShopHelper } from './shop-helpers.ts'

export const Profile = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  address: z.string().optional(),
  /** Whether sellers in the buyer's chats may fill in the address when they create an order. */
  sharesAddress: z.boolean().optional(),
  sellerType: z.enum(sellerTypes).optional(),
  shopName: z.string().optional(),
  shopAddress: z.string().optional(),
  shopHours: z.string().optional(),
  upiId: z.string().optional(),
  place: OwnPlace.optional(),
  handOvers: Book.shape.handOvers,
  /** The day on which the seller is back from a holiday. */
  holidayUntil: z.string().optional(),
  profilePic: z.string().optional(),
  createdAt: IsoDateTime,
  status: z.enum(accountStatuses),
  /** Whether this person also has an account in the other role. `switchRole` logs in to it. */
  hasTwin: z.boolean(),
  /** Set if the caller is a helper of the shop: their own name and email. */
  helper: z.object({ name: z.string(), email: z.string() }).optional(),
})
export type Profile = z.output<typeof Profile>

const sharedFields = {
  name: PersonName.optional(),
  phone: blankAsAbsent(Phone),
  /** A file replaces the picture, an empty value removes it, and a URL leaves it as it is. */
  profilePic: z.custom<File | string | null>().optional(),
  /** Required to change the phone number or the UPI ID more than ten minutes after login. */
  password: CurrentPassword,
}
export const BuyerUpdate = z.object({
  ...sharedFields,
  address: PostalAddress.optional(),
  sharesAddress: booleanInput('Share my address').optional(),
})
export const SellerUpdate = z.object({
  ...sharedFields,
  upiId: blankAsAbsent(UpiId),
  shopName: blankAsAbsent(singleLine('Shop name', maxLength.shopName)),
  shopAddress: blankAsAbsent(multiLine('Shop address', maxLength.address)),
  shopHours: blankAsAbsent(singleLine('Opening hours', maxLength.shopHours)),
  /** Where the books are. An empty value removes the PIN code. */
  pinCode: blankAsAbsent(PinCode),
  handOvers: HandOversInput.optional(),
  /** The day on which the seller is back. An empty value ends the holiday. */
  holidayUntil: blankAsAbsent(HolidayEnd),
})
export type ProfileUpdate = z.output<typeof BuyerUpdate> & z.output<typeof SellerUpdate>

const noInput = z.object({})

export const { buyer: readBuyerProfile, seller: readSellerProfile } = bySide((side) =>
  endpoint({
    method: 'GET',
    path: `/${side}/profile`,
    summary: 'Returns the caller’s own profile.',
    access: [side],
    input: noInput,
    response: Profile,
    reads: ['profiles', 'accounts'],
    errorLog: 'Failed to fetch profile.',
    versioned: true,
  }),
)

const profileUpdate = {
  method: 'PUT',
  response: Profile.extend(MessageResponse.shape),
  files: { fields: ['profilePic'], maxCount: 1, maxBytes: photoLimits.bytes },
  // Books and chats show people's names, too.
  changes: ['profiles', 'accounts', 'books', 'chats'],
  ignores: [...Object.keys(Profile.shape), 'userId', 'role', 'pinCode', 'message'],
  versioned: true,
} as const

export const updateBuyerProfile = endpoint({
  ...profileUpdate,
  path: '/buyer/profile',
  summary:
    'Changes name, address, whether sellers may fill it in, phone and picture. A new phone number requires `password` if the login is more than ten minutes old.',
  access: ['buyer'],
  input: BuyerUpdate,
})
export const updateSellerProfile = endpoint({
  ...profileUpdate,
  path: '/seller/profile',
  summary:
    'Changes name, picture, shop, PIN code, ways of hand-over, holiday, phone and UPI ID. A new phone number or UPI ID requires `password` if the login is more than ten minutes old.',
  access: ['seller'],
  ownerOnly: Object.keys(SellerUpdate.shape).filter((field) => field !== 'holidayUntil'),
  input: SellerUpdate,
})

export const { buyer: changeBuyerPassword, seller: changeSellerPassword } = bySide((side) =>
  endpoint({
    method: 'PUT',
    path: `/${side}/change-password`,
    summary:
      'Changes the password of both the caller’s accounts and ends their other sessions and those of their helpers. The current password is sent as `password` or `currentPassword`.',
    access: [side],
    ownerOnly: true,
    input: passwordChange('password'),
    response: MessageResponse,
    changes: ['accounts'],
  }),
)

export const { buyer: deleteBuyerAccount, seller: deleteSellerAccount } = bySide((side) =>
  endpoint({
    method: 'DELETE',
    path: `/${side}/delete-account`,
    summary: `Erases the caller’s personal data${side === 'seller' ? ', takes their books off the market' : ''} and ends their sessions. Rejected while an order, or a problem with one, is open. Requires \`password\` if the login is more than a day old.`,
    access: [side],
    ownerOnly: true,
    // Required if the session is more than a day old, in case somebody left it open.
    input: z.object({ password: CurrentPassword }),
    response: MessageResponse,
    changes: ['profiles', 'accounts', 'books', 'chats', 'orders', 'reports'],
  }),
)

export const ActiveSession = z.object({
  createdAt: IsoDateTime,
  usedAt: IsoDateTime,
  device: z.string(),
  current: z.boolean(),
})
export type ActiveSession = z.output<typeof ActiveSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  summary: 'Lists the caller’s open sessions: the current one first, then the most recently used.',
  access: sides,
  ownerOnly: true,
  input: noInput,
  response: z.array(ActiveSession),
  reads: ['accounts'],
})

export const logOutOtherSessions = endpoint({
  method: 'DELETE',
  path: '/account/sessions',
  summary:
    'Ends all of the caller’s other sessions and those of their helpers, and their live connections.',
  access: sides,
  ownerOnly: true,
  input: noInput,
  response: MessageResponse,
  changes: ['accounts'],
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/account/export',
  summary: 'Returns everything stored about the caller, at most five times a day.',
  access: sides,
  ownerOnly: true,
  expensive: true,
  slow: true,
  input: noInput,
  response: z.object({
    exportedAt: IsoDateTime,
    profile: Profile,
    sessions: z.array(ActiveSession),
    apiTokens: z.array(ApiToken),
    books: z.array(
      Book.extend({ shelfCode: z.string().optional(), deletedAt: IsoDateTime.optional() }),
    ),
    orders: z.array(Order),
    problems: z.array(Problem.omit({ can: true })),
    offers: z.array(Offer),
    exchanges: z.array(ExportedExchange),
    meetings: z.array(Meeting),
    addresses: z.array(Address),
    payments: z.array(SaidPayment),
    notices: z.array(UserNotification),
    notificationChoices: NotificationChoices,
    savedBooks: z.array(
      SavedBook.pick({ _id: true, title: true, author: true, savedPrice: true, savedAt: true }),
    ),
    savedSearches: z.array(SavedSearch),
    wants: z.array(
      Want.omit({ people: true, copies: true }).extend({ pinCode: z.string().optional() }),
    ),
    chats: z.array(Chat.omit({ hasMore: true })),
    savedReplies: z.array(SavedReply),
    ratings: z.array(
      z.object({
        orderId: Id,
        title: z.string(),
        book: z.number(),
        seller: z.number(),
        review: z.string().optional(),
        createdAt: IsoDateTime,
        removedAt: IsoDateTime.optional(),
      }),
    ),
    complaints: z.array(OwnComplaint),
    blockedPeople: z.array(BlockedPerson),
    helpers: z.array(ShopHelper),
  }),
})
