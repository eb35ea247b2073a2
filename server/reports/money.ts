// Sums up how much of a seller's sales was paid, as far as the market knows.
import { sql } from 'kysely'
import { toRupees } from '#contract/common/schemas.ts'
import type { SellerMoney } from '#contract/orders/reports.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { isReceived, promisedRefund } from '#server/orders/payments/ledger-orders.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The amount that the seller received and didn't give back, like `amountsOf` in due.ts. */
const netReceivedOf = (kind: 'price' | 'deposit' | 'late_fee') => {
  const back = sql.lit(`${kind}_back`)
  const given = sql`coalesce(max(received) filter (where kind = ${back}), 0)`
  return sql<number>`coalesce((select greatest(max(received) filter (where kind = ${sql.lit(kind)}),
      max(greatest(paid, received)) filter (where kind = ${back})) - ${given}
    from payments where payments.order_id = orders.id), 0)`
}

const netReceivedOfRent = (kind: 'deposit' | 'late_fee') =>
  sql<number>`case when orders.order_type = 'rent' then ${netReceivedOf(kind)} else 0 end`

/**
 * Whether the book is delivered, nobody has reported a payment, and the buyer isn't asked for one,
 * because they have received the book or never agreed to the order on the market.
 */
export const isPaidInHand = sql<boolean>`(orders.status = 'Delivered'
  and (${isReceived} or not ${orderIs.agreed}) and not ${orderIs.withOpenProblem}
  and (select count(*) from payments where payments.order_id = orders.id and kind = 'price') = 0)`

const netPrice = sql<number>`(orders.price - ${promisedRefund})`

/** The part of an order's price that the seller received, without refunds. */
export const receivedPrice = sql<number>`(case when ${isPaidInHand} then ${netPrice}
  else least(${netReceivedOf('price')}, ${netPrice}) end)`

/** Exactly one of these is true of each sale. */
const moneyIs = {
  received: sql<boolean>`(is_sale and received >= net)`,
  agreed: sql<boolean>`(is_sale and received < net and is_agreed)`,
  waiting: sql<boolean>`(is_sale and received < net and not is_agreed)`,
}

const sumOf = (amount: ReturnType<typeof sql>, condition = sql<boolean>`is_sale`) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${condition}), 0)::float8`
const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::integer`

/** Adds up the money of all orders or of those since a time. */
export async function findMoney(
  db: Db,
  sellerId: string,
  since = new Date(0),
): Promise<SellerMoney> {
  const sums = await db
    .with(
      (name) => name('sales').materialized(),
      (db) =>
        db
          .selectFrom('orders')
          .select(['price', netPrice.as('net'), receivedPrice.as('received')])
          .select([orderIs.sale.as('is_sale'), orderIs.agreed.as('is_agreed')])
          .select([
            netReceivedOfRent('deposit').as('deposit'),
            netReceivedOfRent('late_fee').as('late_fee'),
          ])
          .where('seller_id', '=', sellerId)
          .where(orderIs.forMoney)
          .where('created_at', '>=', since),
    )
    .selectFrom('sales')
    .select([
      sumOf(sql`price`).as('total'),
      sumOf(sql`received`).as('received'),
      sumOf(sql`net - received`, moneyIs.agreed).as('agreed'),
      sumOf(sql`net - received`, moneyIs.waiting).as('waiting'),
      sumOf(sql`price - net`).as('refunds'),
      sumOf(sql`deposit`, sql`true`).as('deposits'),
      sumOf(sql`late_fee`, sql`true`).as('lateFees'),
      countOf(moneyIs.received).as('receivedOrders'),
      countOf(moneyIs.agreed).as('agreedOrders'),
      countOf(moneyIs.waiting).as('waitingOrders'),
    ])
    .executeTakeFirstOrThrow()
  const swaps = await findPaidInSwaps(db, sellerId, since)
  const line = (name: 'received' | 'agreed' | 'waiting') => ({
    amount: toRupees(sums[name]),
    orders: sums[`${name}Orders`],
  })
  return {
    total: toRupees(sums.total),
    received: line('received'),
    agreed: line('agreed'),
    waiting: line('waiting'),
    ...(sums.refunds > 0 && { refunds: toRupees(sums.refunds) }),
    ...(sums.deposits > 0 && { deposits: toRupees(sums.deposits) }),
    ...(sums.lateFees > 0 && { lateFees: toRupees(sums.lateFees) }),
    ...(swaps.received + swaps.unpaid > 0 && {
      swaps: { received: toRupees(swaps.received), unpaid: toRupees(swaps.unpaid) },
    }),
  }
}

/** Sums up what others pay the seller on top of swapped books, except in cancelled swaps. */
const findPaidInSwaps = (db: Db, sellerId: string, since: Date) =>
  db
    .selectFrom('exchange_members as member')
    .innerJoin('exchanges', 'exchanges.id', 'member.exchange_id')
    .innerJoin('exchange_payments as payment', (join) =>
      join
        .onRef('payment.exchange_id', '=', 'member.exchange_id')
        .onRef('payment.payee', '=', 'member.number'),
    )
    .select([
      sumOf(sql`amount`, sql`payment.received_at is not null`).as('received'),
      sumOf(sql`amount`, sql`payment.received_at is null`).as('unpaid'),
    ])
    .where('member.seller_id', '=', sellerId)
    // Members have an index by person.
    .where('member.person_id', '=', (where) =>
      where.selectFrom('accounts').select('person_id').where('id', '=', sellerId),
    )
    .where('exchanges.agreed_at', '>=', since)
    .where(
      sql<boolean>`exists (select from orders where orders.exchange_id = exchanges.id
        and orders.status <> 'Cancelled')`,
    )
    .executeTakeFirstOrThrow()
