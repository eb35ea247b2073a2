import { z } from 'zod'
import { accountStatuses, passwordChange } from '#contract/accounts/auth.ts'
import { Book } from '#contract/books/books.ts'
import { bySide, endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  MessageResponse,
  pagingFields,
  Search,
  singleLine,
} from '#contract/common/schemas.ts'
import { Order } from '#contract/orders/orders.ts'

const access = ['admin'] as const
const read = { method: 'GET', access, input: z.object({}) } as const
const list = {
  method: 'GET',
  access,
  input: z.object({ search: Search, ...pagingFields }),
  paged: true,
} as const
const Reason = singleLine('Reason', maxLength.reason)

export const readAdminProfile = endpoint({
  ...read,
  path: '/admin/profile',
  summary:
    'Returns the admin’s own name and email, and since when each login has required a code, if it does.',
  response: z.object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    secondFactorSince: IsoDateTime.optional(),
  }),
  reads: ['profiles', 'accounts'],
  errorLog: 'Failed to fetch profile.',
})

export const changeAdminPassword = endpoint({
  method: 'PUT',
  path: '/admin/password',
  summary:
    'Changes the admin’s own password and ends their other sessions. The current password is sent as `currentPassword` or `password`.',
  access,
  input: passwordChange('currentPassword'),
  response: MessageResponse,
})

export const AdminStats = z.object({
  bookCount: z.number(),
  buyerCount: z.number(),
  sellerCount: z.number(),
  orderCount: z.number(),
})
export type AdminStats = z.output<typeof AdminStats>

export const readAdminStats = endpoint({
  ...read,
  path: '/admin/stats',
  summary: 'Counts all books, buyers, sellers and orders.',
  response: AdminStats,
  reads: ['books', 'orders', 'profiles', 'accounts'],
  errorLog: 'Failed to fetch stats.',
})

export const Account = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  status: z.enum(accountStatuses),
  createdAt: IsoDateTime,
  /** How many listings of an unblocked seller stay hidden until an admin releases them. */
  listingsToRelease: z.number().optional(),
})
export type Account = z.output<typeof Account>

const StatusInput = z.object({
  id: Id,
  status: blankAsAbsent(z.enum(accountStatuses, { error: 'The status is active or blocked.' })),
  /** Shown to the blocked person at the next login, and written to the audit log. */
  reason: blankAsAbsent(Reason),
})

export const { buyer: listBuyers, seller: listSellers } = bySide((side) =>
  endpoint({
    ...list,
    path: `/admin/${side}s`,
    summary: `Lists all ${side}s, newest first. \`search\` matches part of the name or the email.`,
    response: z.array(Account),
    reads: ['profiles', 'accounts'],
    errorLog: `Failed to fetch ${side}s.`,
  }),
)

const toggle = {
  method: 'PUT',
  access,
  input: StatusInput,
  response: Account,
  changes: ['profiles', 'books', 'chats', 'orders', 'audit'],
} as const

export const toggleBuyer = endpoint({
  ...toggle,
  path: '/admin/buyers/{id}/toggle-status',
  summary:
    'Blocks an active buyer or unblocks a blocked one; `status` sets the status instead. A block ends every session at once, and a blocked buyer’s ratings don’t count.',
})

export const toggleSeller = endpoint({
  ...toggle,
  path: '/admin/sellers/{id}/toggle-status',
  summary:
    'Blocks an active seller or unblocks a blocked one; `status` sets the status instead. A block ends every session and takes the listings off the market. After an unblock they stay hidden until an admin releases them.',
})

export const releaseSellerListings = endpoint({
  method: 'PUT',
  path: '/admin/sellers/{id}/release-listings',
  summary: 'Puts the listings that stayed hidden after a block back on the market.',
  access,
  input: StatusInput.omit({ status: true }),
  response: Account,
  changes: ['profiles', 'books', 'chats', 'audit'],
})

export const AdminBook = Book.extend({
  seller: Book.shape.seller.extend({ status: z.enum(accountStatuses) }),
  hiddenReason: z.string().optional(),
  shelfCode: z.string().optional(),
  needsPhotos: z.boolean().optional(),
})
export type AdminBook = z.output<typeof AdminBook>

export const listAllBooks = endpoint({
  ...list,
  path: '/admin/books',
  summary:
    'Lists all books, newest first, including sold ones and those of blocked sellers. `search` matches part of the title or the branch.',
  response: z.array(AdminBook),
  reads: ['books', 'orders', 'profiles'],
  errorLog: 'Failed to fetch books.',
})

export const removeAnyBook = endpoint({
  method: 'DELETE',
  path: '/admin/books/{id}',
  summary:
    'Takes a book off the market at once and cancels its pending orders. Its chats get a message with the `reason`.',
  access,
  input: z.object({ id: Id, reason: blankAsAbsent(Reason) }),
  response: MessageResponse,
  changes: ['books', 'orders', 'chats', 'reports', 'audit', 'removals'],
})

export const listAllOrders = endpoint({
  ...list,
  path: '/admin/orders',
  summary:
    'Lists all orders, newest first. `search` matches part of the book title, the buyer’s name or the seller’s name, or the order’s number or id.',
  response: z.array(Order),
  reads: ['orders', 'payments', 'profiles'],
  errorLog: 'Failed to fetch orders.',
})

export const listBlockedOrders = endpoint({
  ...list,
  path: '/admin/blocked-orders',
  summary:
    'Lists the orders of people blocked by an admin that are open or have an open problem, newest first. `search` works as in the list of all orders.',
  response: z.array(Order),
  reads: ['orders', 'payments', 'profiles', 'accounts'],
})

/** A rating of a delivered order, with or without text. Its id is the order's id. */
export const AdminReview = z.object({
  _id: Id,
  book: z.object({ _id: Id, title: z.string() }),
  stars: z.object({ book: z.number(), seller: z.number() }),
  review: z.string().optional(),
  author: z.object({
    _id: Id,
    name: z.string(),
    email: z.string().optional(),
    status: z.enum(accountStatuses),
  }),
  seller: z.object({ _id: Id, name: z.string() }),
  at: IsoDateTime,
})
export type AdminReview = z.output<typeof AdminReview>

export const listAllReviews = endpoint({
  ...list,
  path: '/admin/reviews',
  summary:
    'Lists all ratings, newest first. `search` matches part of the book title, the author’s name or the review.',
  response: z.array(AdminReview),
  reads: ['books', 'orders', 'profiles'],
})

export const removeReview = endpoint({
  method: 'DELETE',
  path: '/admin/reviews/{id}',
  summary:
    'Removes a rating for good. It stops counting, its text is erased, and its author gets the `reason`.',
  access,
  input: z.object({ id: Id, reason: Reason }),
  response: MessageResponse,
  changes: ['books', 'orders', 'removals'],
})
