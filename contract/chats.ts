import { z } from 'zod'
import { mutableNotificationKinds } from '#contract/accounts/notifications.ts'
import { BookId } from '#contract/books/book-forms.ts'
import { availabilities, Book, LinkedSeller } from '#contract/books/books.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  integer,
  multiLine,
  numberInput,
  pagingFields,
  Search,
} from '#contract/common/schemas.ts'
import { Meeting } from '#contract/orders/meetings.ts'
import { Offer } from '#contract/orders/offers.ts'
import { Order } from '#contract/orders/orders.ts'

const senderModels = ['Buyer', 'Seller', 'System'] as const
export type SenderModel = (typeof senderModels)[number]

export const Message = z.object({
  _id: Id,
  chatId: Id,
  /**
   * The messages of a chat are numbered 1, 2, 3 … in their order. `readUpTo` holds such numbers.
   */
  number: z.number(),
  sender: Id.nullable(),
  senderModel: z.enum(senderModels),
  /** The name of the helper who wrote the message for the seller. */
  helper: z.string().optional(),
  message: z.string(),
  timestamp: IsoDateTime,
  clientId: z.string().optional(),
  offerId: Id.optional(),
  orderId: Id.optional(),
  meetingId: Id.optional(),
})
export type Message = z.output<typeof Message>

/** The tasks that a chat's orders and offers give its reader. */
export const chatTasks = [
  'problem',
  'rent',
  'offer',
  'confirm',
  'time',
  'pack',
  'hand-over',
] as const
export type ChatTask = (typeof chatTasks)[number]

export const ChatSummary = z.object({
  _id: Id,
  book: Book.pick({
    _id: true,
    title: true,
    images: true,
    bookType: true,
    condition: true,
    isRentable: true,
    original_price: true,
    price: true,
    rentPrice: true,
    available: true,
  }).extend({
    availability: z.enum([...availabilities, 'removed']),
    reservedUntil: IsoDateTime.optional(),
  }),
  buyer: Book.shape.seller.omit({ shopName: true }),
  /** `backOn` is the day on which the seller is back from a holiday. */
  seller: LinkedSeller.extend({ backOn: z.string().optional() }),
  lastUpdated: IsoDateTime,
  lastMessage: Message.optional(),
  /** The last message from a person, if `lastMessage` is from System. */
  lastWords: Message.pick({
    senderModel: true,
    message: true,
    offerId: true,
    meetingId: true,
  }).optional(),
  unreadMessages: z.number(),
  /** Whether the buyer waits for the seller to write. Only the seller sees it. */
  unanswered: z.boolean().optional(),
  /** The most urgent of the reader's tasks. */
  task: z.enum(chatTasks).optional(),
  readUpTo: z.object({ buyer: z.number(), seller: z.number() }),
  can: z.array(z.enum(['send', 'offer', 'exchange', 'order', 'unblock'])),
  /** Why the seller can't create an order in this chat: an error code. Only the seller sees it. */
  orderRefusal: z.enum(['chat_read_only', 'seller_away', 'book_gone']).optional(),
})
export type ChatSummary = z.output<typeof ChatSummary>

export const Chat = ChatSummary.extend({
  messages: z.array(Message),
  hasMore: z.boolean(),
  /** The offers, orders and meetings that the newest messages mention, to save a second request. */
  deals: z
    .object({ offers: z.array(Offer), orders: z.array(Order), meetings: z.array(Meeting) })
    .optional(),
})
export type Chat = z.output<typeof Chat>

export const MessageText = multiLine('Message', maxLength.message)

export const MessageInput = z.object({
  chatId: Id,
  message: MessageText,
  sender: blankAsAbsent(z.string({ error: 'sender is your own id.' })),
  senderModel: blankAsAbsent(z.string({ error: 'senderModel is Buyer or Seller.' })),
  clientId: blankAsAbsent(z.uuid({ error: 'clientId is a UUID.' })),
})
export type MessageInput = z.output<typeof MessageInput>

export const chatFilters = ['unanswered', 'offers', 'orders'] as const
export type ChatFilter = (typeof chatFilters)[number]

/**
 * `offers` are chats with an offer that the reader can answer, `orders` those with an order.
 * `search` finds words of the title and of the other person's name, and an order's number.
 */
const ChatFilters = z.object({
  search: Search,
  filter: blankAsAbsent(
    z.enum(chatFilters, { error: `The filter is one of ${chatFilters.join(', ')}.` }),
  ),
})

export const listChats = endpoint({
  method: 'GET',
  path: '/chats',
  summary:
    'Lists the caller’s chats, most recently updated first, each with its last message and unread count.',
  access: sides,
  input: ChatFilters.extend(pagingFields),
  response: z.array(ChatSummary.extend({ messages: z.array(Message) })),
  paged: true,
  reads: ['chats'],
  errorLog: 'Failed to fetch chats.',
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/chats/send',
  summary: 'Sends a message. Repeating the same `clientId` stores it only once.',
  access: sides,
  input: MessageInput,
  ignores: ['_id', 'timestamp'],
  response: Message,
  status: 201,
  acceptsIdempotencyKey: true,
})

export const startChat = endpoint({
  method: 'POST',
  path: '/chats/start',
  summary: 'Returns the buyer’s chat about a book, and opens one if there is none.',
  access: ['buyer'],
  input: z.object({ bookId: BookId, sellerId: blankAsAbsent(Id) }),
  response: z.object({ chat: ChatSummary }),
  creates: true,
  changes: ['chats'],
})

export const readChat = endpoint({
  method: 'GET',
  path: '/chats/{id}',
  summary: 'Returns a chat with its newest 200 messages. `before` and `after` are message numbers.',
  access: sides,
  input: z.object({
    id: Id,
    before: blankAsAbsent(numberInput(integer('before', 1, 1e9))),
    after: blankAsAbsent(numberInput(integer('after', 0, 1e9))),
  }),
  response: Chat,
  reads: ['chats'],
})

export const markChatRead = endpoint({
  method: 'PUT',
  path: '/chats/{id}/read',
  summary: "Marks the chat's messages as read by the caller.",
  access: sides,
  input: z.object({ id: Id }),
  response: z.object({ message: z.string(), readUpTo: z.number() }),
})

/**
 * `newestMs` is the age of the newest notification about an order, swap or reservation; what the
 * browser loaded before it may be outdated. `hidesListings`: the caller must not see some listings, but
 * pages that were rendered for everybody may show them.
 */
export const UnreadCounts = z.object({
  messages: z.number(),
  notices: z.number(),
  newestMs: z.number().optional(),
  hidesListings: z.boolean().optional(),
  muted: z.array(z.enum(mutableNotificationKinds)),
})
export type UnreadCounts = z.output<typeof UnreadCounts>

export const readUnreadCounts = endpoint({
  method: 'GET',
  path: '/chats/news',
  summary:
    'Counts the caller’s unread messages and notifications. The live connection’s `join` returns the same.',
  access: sides,
  input: z.object({}),
  response: UnreadCounts,
  reads: ['chats', 'notifications'],
})
