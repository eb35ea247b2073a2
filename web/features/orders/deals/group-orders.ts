import type { Order } from '#contract/orders/orders.ts'

export const isOfSeveral = ({ deal }: Pick<Order, 'deal'>): boolean =>
  deal !== undefined && deal.orders > 1

/** How many books of a deal weren't cancelled; all, where everything was; 1 without a deal. */
export const countBooks = (deal: Order['deal']): number =>
  deal ? deal.orders - (deal.statuses.Cancelled ?? 0) || deal.orders : 1

type Group<Row> = [Row, ...Row[]]

/** In the order in which the first of each group stands. */
function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Group<Row>[] {
  const groups = new Map<string, Group<Row>>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups.values()]
}

/** Orders that belong together, where the first of them stands: those of a deal, or one alone. */
export const groupByDeal = <Row extends Pick<Order, '_id' | 'deal'>>(orders: readonly Row[]) =>
  groupBy(orders, (order) => (order.deal && isOfSeveral(order) ? order.deal._id : order._id))

/** The copies of each title, in the order in which the deal names them. */
export const groupByTitle = (orders: readonly Order[]) =>
  groupBy([...orders].reverse(), ({ book }) => book._id)

export function commonValue<Row, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): Value | undefined {
  const [first, ...others] = rows.map(read)
  return others.every((value) => value === first) ? first : undefined
}
