import { z } from 'zod'
import { accountStatuses } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import { Id, IsoDateTime, Money, singleLine } from '#contract/common/schemas.ts'
import { exchangeCaseReasons } from '#contract/exchanges/exchanges.ts'
import { Order, orderStatuses } from '#contract/orders/orders.ts'
import { Ledger } from '#contract/orders/payments.ts'
import { AdminOutcomeInput } from '#contract/orders/problem-form.ts'
import { Problem } from '#contract/orders/problems.ts'

const adminOrderActions = ['cancel', 'reopen', 'close'] as const
export type AdminOrderAction = (typeof adminOrderActions)[number]

const Person = z.object({
  _id: Id,
  name: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  status: z.enum(accountStatuses),
  since: IsoDateTime,
  hasLeft: z.boolean(),
})

export const AdminOrder = z.object({
  order: Order,
  /** The ledger of the order or, in a deal, of all its orders together. */
  ledger: Ledger,
  buyer: Person,
  seller: Person,
  listing: z.object({ isRemoved: z.boolean(), copies: z.number(), available: z.number() }),
  /** Newest first. */
  problems: z.array(Problem),
  exchange: z
    .object({
      _id: Id,
      orders: z.array(
        z.object({
          _id: Id,
          title: z.string(),
          status: z.enum(orderStatuses),
          buyer: z.string(),
          seller: z.string(),
        }),
      ),
      payments: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          amount: Money,
          paidAt: IsoDateTime.optional(),
          receivedAt: IsoDateTime.optional(),
          backPaidAt: IsoDateTime.optional(),
          backReceivedAt: IsoDateTime.optional(),
        }),
      ),
      case: z
        .object({
          reason: z.enum(exchangeCaseReasons),
          orderId: Id,
          openedAt: IsoDateTime,
          closedAt: IsoDateTime.optional(),
          note: z.string().optional(),
        })
        .optional(),
      can: z.array(z.enum(['settle'])),
    })
    .optional(),
  can: z.array(z.enum(adminOrderActions)),
})
export type AdminOrder = z.output<typeof AdminOrder>

const access = ['admin'] as const
const changes = ['orders', 'books', 'chats', 'reports', 'accounts'] as const
const Reason = singleLine('Reason', maxLength.reason)
const ActionInput = z.object({ id: Id, reason: Reason })

const write = { method: 'PUT', access, input: ActionInput, response: AdminOrder, changes } as const

export const readAdminOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/{id}',
  summary: 'Returns one order with its buyer and seller, listing, history, payments and problems.',
  access,
  input: z.object({ id: Id }),
  response: AdminOrder,
  reads: ['orders', 'payments', 'books', 'profiles', 'accounts'],
})

export const cancelAnyOrder = endpoint({
  ...write,
  path: '/admin/orders/{id}/cancel',
  summary:
    'Cancels an order and releases its copy. Only an admin can reopen it. Buyer and seller see the reason.',
})

export const closeAnyOrder = endpoint({
  ...write,
  path: '/admin/orders/{id}/close',
  summary: 'Closes a delivered order. Buyer and seller see the reason.',
})

export const reopenAnyOrder = endpoint({
  ...write,
  path: '/admin/orders/{id}/reopen',
  summary:
    'Reopens a closed order, or a cancelled one if a copy is free. Buyer and seller see the reason.',
})

export const settleProblem = endpoint({
  ...write,
  path: '/admin/orders/{id}/problem/settle',
  summary: 'Settles the open problem of an order. Buyer and seller see the outcome and the reason.',
  input: z.object({ id: Id, outcome: AdminOutcomeInput, reason: Reason }),
})

export const settleExchangeCase = endpoint({
  ...write,
  path: '/admin/orders/{id}/exchange/settle',
  summary: 'Closes the open case of an order’s exchange. All members see the reason.',
  changes: [...changes, 'complaints'],
})

export const OpenOrder = z.object({
  _id: Id,
  title: z.string(),
  status: z.enum(orderStatuses),
  otherSide: z.string(),
})
export type OpenOrder = z.output<typeof OpenOrder>

export const listOpenOrdersOf = endpoint({
  method: 'GET',
  path: '/admin/accounts/{id}/open-orders',
  summary:
    'Lists an account’s open orders and those with an open problem, to review before blocking it.',
  access,
  input: z.object({ id: Id }),
  response: z.array(OpenOrder),
  reads: ['orders', 'profiles'],
})
