import { z } from 'zod'
import { Book, LinkedSeller } from '#contract/books/books.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  integer,
  Money,
  multiLine,
  numberInput,
  pagingFields,
  singleLine,
} from '#contract/common/schemas.ts'
import { OrderMeeting, Shipment, TrackingNumber } from './hand-over.ts'
import { OrderInput, orderTypes } from './order-form.ts'
import { OrderCounts, OrderFilters } from './order-tabs.ts'
import { OrderPayment } from './payments.ts'
import { ProblemSummary } from './problem-form.ts'
import { BuyerTaskFilter } from './tasks.ts'

const maxStars = 5

export const orderStatuses = ['Pending', 'Shipped', 'Delivered', 'Cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

const orderActions = [
  'set-status',
  'ship',
  'undo',
  'explain',
  'confirm',
  'cancel',
  'receive',
  'report-problem',
  'hand-back',
  'return',
  'rate',
  'extend',
  'propose-meeting',
  'enter-code',
  'edit-shipment',
] as const

const orderEventKinds = [
  'created',
  'status',
  'confirmed',
  'received',
  'returned',
  'undone',
  'rent_moved',
  'extended',
  'handed_back',
  'problem',
  'solved',
  'closed',
  'reopened',
  'handed_over',
] as const

const OrderRating = z.object({
  book: z.number(),
  seller: z.number(),
  review: z.string().optional(),
  removedAt: IsoDateTime.optional(),
})

const OrderEvent = z.object({
  what: z.enum(orderEventKinds),
  status: z.enum(orderStatuses),
  by: z.enum(['Buyer', 'Seller', 'Admin', 'System']),
  /** The name of the helper who did it for the seller. */
  helper: z.string().optional(),
  at: IsoDateTime,
  /** True for a step back in the usual sequence, or out of Cancelled. */
  unusual: z.boolean().optional(),
  /** Why the change was made: stated by the seller afterwards, or by an admin. */
  reason: z.string().optional(),
})

const Person = z.object({
  _id: Id,
  name: z.string(),
  email: z.string().optional(),
  /** Whether an admin has blocked the person. Then only the other side can continue the order. */
  blocked: z.boolean().optional(),
})

export const Order = z.object({
  _id: Id,
  book: Book.pick({ _id: true, title: true, bookType: true, images: true }),
  /** The seller sees the email once the buyer has agreed to the order. */
  buyer: Person,
  seller: Person.extend(LinkedSeller.shape),
  orderType: z.enum(orderTypes),
  rentDays: z.number().optional(),
  rentStartDate: z.string().optional(),
  rentEndDate: z.string().optional(),
  price: Money,
  /** The amount that a refund took off the price, once the buyer accepted the refund. */
  refund: Money.optional(),
  /** The agreed terms of a rental: deposit, fee per late day, and price of a lost copy. */
  deposit: Money.optional(),
  lateFee: Money.optional(),
  lossPrice: Money.optional(),
  /** The asking price when the order was made; for a rental, for all its days. */
  askingPrice: Money.optional(),
  /** The part of a rental's price that extensions added. `askingPrice` doesn't include it. */
  extensionPrice: Money.optional(),
  deliveryAddress: z.string(),
  phoneNumber: z.string(),
  status: z.enum(orderStatuses),
  createdAt: IsoDateTime,
  chat: z.object({ _id: Id }),
  /** The accepted offer that the order came from. `total` leaves out cancelled orders. */
  deal: z
    .object({
      _id: Id,
      orders: z.number(),
      total: Money,
      statuses: z.record(z.enum(orderStatuses), z.number()),
      next: z.object({ status: z.enum(['Shipped', 'Delivered']), count: z.number() }).optional(),
    })
    .optional(),
  /**
   * Set if the order is a leg of an exchange; such an order itself costs nothing. `begun` is a book
   * of the exchange that was already sent or handed over.
   */
  exchange: z
    .object({
      _id: Id,
      begun: z.object({ title: z.string(), status: z.enum(['Shipped', 'Delivered']) }).optional(),
      /** Rupees that the viewer adds in the exchange. Negative if the viewer receives them. */
      pays: z.number().optional(),
    })
    .optional(),
  handOver: z.enum(handOvers).optional(),
  /** `proposed`: times that one side proposed, while the other side can still choose one. */
  meeting: OrderMeeting.extend({
    proposed: z.object({ by: z.enum(sides), times: z.array(IsoDateTime) }).optional(),
  }).optional(),
  shipment: Shipment.optional(),
  /** The same text for all orders in a parcel: those of a deal that are sent together. */
  parcel: z.string().optional(),
  /** After this time the buyer may report that the shipped book hasn't arrived. */
  lateFrom: IsoDateTime.optional(),
  proposedUntil: IsoDateTime.optional(),
  confirmedAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
  handedBackAt: IsoDateTime.optional(),
  returnedAt: IsoDateTime.optional(),
  /** The latest problem. It is open while it has no outcome. */
  problem: ProblemSummary.optional(),
  /** Whether the rental could be extended if nobody else waited for the book. */
  wanted: z.boolean().optional(),
  overdue: z.boolean(),
  /** Whether both sides have agreed to the order. Nothing is due before that. */
  agreed: z.boolean(),
  /** Missing if there is nothing to pay and nothing was paid. */
  payment: OrderPayment.optional(),
  closed: z.boolean(),
  history: z.array(OrderEvent),
  rating: OrderRating.optional(),
  can: z.array(z.enum(orderActions)),
})
export type Order = z.output<typeof Order>

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders/create',
  summary:
    'The seller creates an order in a chat, which reserves a copy of the book. With `copies`, it creates an order for each copy at the same price, and returns the first.',
  access: ['seller'],
  input: OrderInput,
  ignores: ['_id', 'book', 'buyer', 'seller', 'chat', 'status', 'createdAt'],
  response: Order,
  status: 201,
  creates: true,
  changes: ['orders', 'books', 'chats', 'reports'],
})

const UserOrders = z.object({ userId: Id, ...pagingFields })

export const listSellerOrders = endpoint({
  method: 'GET',
  path: '/orders/seller/{userId}',
  summary:
    'Lists a seller’s orders, newest first. Sellers see only their own; admins see any seller’s.',
  access: ['seller', 'admin'],
  apiTokens: true,
  input: UserOrders.extend(OrderFilters.shape),
  response: z.array(Order),
  paged: true,
  reads: ['orders', 'payments'],
  errorLog: 'Failed to fetch orders.',
})

export const countSellerOrders = endpoint({
  method: 'GET',
  path: '/seller/orders/tabs',
  summary: 'Counts the seller’s orders that a search finds, in each tab.',
  access: ['seller'],
  input: OrderFilters.pick({ search: true }),
  response: OrderCounts,
  reads: ['orders'],
})

export const listBuyerOrders = endpoint({
  method: 'GET',
  path: '/orders/buyer/{userId}',
  summary:
    'Lists a buyer’s orders, newest first. Buyers see only their own; admins see any buyer’s.',
  access: ['buyer', 'admin'],
  input: UserOrders.extend(BuyerTaskFilter.shape),
  response: z.array(Order),
  paged: true,
  reads: ['orders', 'payments'],
})

const OrderIdInput = z.object({ orderId: Id })

const bySeller = { method: 'PUT', access: ['seller'], response: Order } as const
const byBuyer = { method: 'PUT', access: ['buyer'], input: OrderIdInput, response: Order } as const

export const setOrderStatus = endpoint({
  ...bySeller,
  path: '/orders/update/{orderId}',
  summary:
    'The seller sets the status of an order. Cancelled frees the copy, and leaving Cancelled reserves one again.',
  input: z.object({
    orderId: Id,
    status: z.enum(orderStatuses, {
      error: 'The status is Pending, Shipped, Delivered or Cancelled.',
    }),
  }),
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const undoOrderStatus = endpoint({
  ...bySeller,
  path: '/orders/{orderId}/undo',
  summary: 'The seller undoes their last change of the status, within ten seconds.',
  input: OrderIdInput,
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const explainOrderStatus = endpoint({
  ...bySeller,
  path: '/orders/{orderId}/reason',
  summary:
    'The seller gives the reason for a status change that goes back or cancels a sent order. The buyer sees it.',
  input: z.object({ orderId: Id, reason: singleLine('Reason', maxLength.reason) }),
  changes: ['orders', 'chats'],
})

export const confirmOrder = endpoint({
  ...byBuyer,
  path: '/orders/{orderId}/confirm',
  summary: 'The buyer agrees to a pending order.',
  changes: ['orders', 'chats'],
})

export const cancelOrder = endpoint({
  ...byBuyer,
  path: '/orders/{orderId}/cancel',
  summary:
    'The buyer cancels an order that is pending or that they never agreed to. If an admin has blocked the seller, a shipped order can be cancelled, too.',
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const receiveOrder = endpoint({
  ...byBuyer,
  path: '/orders/{orderId}/receive',
  summary: 'The buyer confirms that the book has arrived, which closes the order.',
  changes: ['orders', 'chats', 'reports'],
})

export const handBackOrder = endpoint({
  ...byBuyer,
  path: '/orders/{orderId}/hand-back',
  summary:
    'The buyer reports that a rented book was handed back. The seller then marks it as returned.',
  changes: ['orders', 'chats'],
})

export const returnOrder = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/return',
  summary:
    'The seller marks a rented book as returned, which frees the copy. If an admin has blocked the seller, the buyer does.',
  access: ['seller', 'buyer'],
  input: OrderIdInput,
  response: Order,
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const setShipment = endpoint({
  ...bySeller,
  path: '/orders/{orderId}/shipment',
  summary:
    'The seller saves the courier of a shipped order, and of the other orders of its deal in the same parcel.',
  input: OrderIdInput.extend({
    courier: singleLine('Courier', maxLength.courier),
    trackingNumber: blankAsAbsent(TrackingNumber),
  }),
  changes: ['orders', 'chats'],
})

const stars = (label: string) => numberInput(integer(label, 1, maxStars))

export const rateOrder = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/rating',
  summary: 'The buyer of a delivered order rates the title and the seller, once.',
  access: ['buyer'],
  input: z.object({
    orderId: Id,
    book: stars('The rating of the book'),
    seller: stars('The rating of the seller'),
    review: blankAsAbsent(multiLine('Review', maxLength.review)),
  }),
  response: Order,
  status: 201,
  creates: true,
  changes: ['orders', 'books'],
})

export const shortOrderId = (id: string): string => id.slice(-6).toUpperCase()
