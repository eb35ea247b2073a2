import { listBlockedOrders } from '#contract/admin/admin.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { orderTypeText } from '#web/features/orders/labels.ts'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { moneyOrNoValue, orNoValue } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { DayOf } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Open orders with blocked users · Admin')

const columns: Column<Order>[] = [
  {
    header: 'Order',
    wraps: true,
    cell: (order) => (
      <TextLink to={paths.admin.order(order._id)} className="font-medium">
        {shortOrderId(order._id)} {orNoValue(order.book.title)}
      </TextLink>
    ),
  },
  { header: 'Buyer', wraps: true, cell: ({ buyer }) => <Person {...buyer} /> },
  { header: 'Seller', wraps: true, cell: ({ seller }) => <Person {...seller} /> },
  { header: 'Order Type', cell: orderTypeText },
  { header: 'Price', isNumeric: true, cell: (order) => moneyOrNoValue(order.price) },
  {
    header: 'Status',
    cell: (order) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={order.status} />
        {hasOpenProblem(order) && <Badge tone="danger">Problem</Badge>}
      </span>
    ),
  },
  {
    header: 'Date',
    cell: (order) => <DayOf at={order.createdAt} />,
  },
]

const Person = ({ name, blocked }: Order['buyer']) => (
  <span className="flex flex-wrap items-center gap-1">
    {orNoValue(name)}
    {blocked && <Badge tone="danger">Blocked</Badge>}
  </span>
)

const BlockedOrders = () => (
  <AdminList
    endpoint={listBlockedOrders}
    title="Open orders with blocked users"
    action={<TextLink to={paths.admin.orders}>All orders</TextLink>}
    searchLabel="Search by book, buyer or seller"
    rowName="order"
    emptyText="No open orders with blocked users."
    emptyHint="The other side of each order is notified of what they can do; you can step in here."
    failedText="Failed to load these orders. Please try again."
    columns={columns}
  />
)
export default BlockedOrders
