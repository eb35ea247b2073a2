import type { Order } from '#contract/orders/orders.ts'

export const isOfSeveral = ({ deal }: Pick<Order, 'deal'>): boolean =>
  deal !== undefined && deal.orders > 1

/**
 * Counts the books of a deal, without cancelled ones unless all are cancelled. Returns 1 if there
 * is no deal.
 */
export const countBooks = (deal: Order['deal']): number =>
  deal ? deal.orders - (deal.statuses.Cancelled ?? 0) || deal.orders : 1

type Group<Row> = [Row, ...Row[]]

/** Groups rows. The groups are in the order of their first rows. */
function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Group<Row>[] {
  const groups = new Map<string, Group<Row>>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups.values()]
}

/** Groups the orders of each deal. The groups are in the order of their first orders. */
export const groupByDeal = <Row extends Pick<Order, '_id' | 'deal'>>(orders: readonly Row[]) =>
  groupBy(orders, (order) => (order.deal && isOfSeveral(order) ? order.deal._id : order._id))

/** Groups the orders of each title, in the order of the deal. */
export const groupByTitle = (orders: readonly Order[]) =>
  groupBy([...orders].reverse(), ({ book }) => book._id)

export function commonValue<Row, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): Value | undefined {
  const [first, ...others] = rows.map(read)
  return others.every((value) => value === first) ? first : undefined
}
