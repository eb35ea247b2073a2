import { listAllOrders } from '#contract/admin.ts'
import type { Order } from '#contract/orders.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { Email } from '#web/features/admin/email.tsx'
import { orderTypeLabels } from '#web/features/orders/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatDate, formatFullTime, labelOf, moneyOrNoValue, orNoValue } from '#web/format.ts'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'
import type { Column } from '#web/ui/data-table.tsx'

export const meta = () => [
  { title: 'Orders · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const columns: Column<Order>[] = [
  {
    head: 'Book Title',
    free: true,
    cell: (order) => <span className="font-medium">{orNoValue(order.book.title)}</span>,
  },
  {
    head: 'Buyer',
    free: true,
    cell: (order) => orNoValue(order.buyer.name),
    under: { head: 'Buyer Email', cell: (order) => <Email>{order.buyer.email}</Email> },
  },
  {
    head: 'Seller',
    free: true,
    cell: (order) => orNoValue(order.seller.name),
    under: { head: 'Seller Email', cell: (order) => <Email>{order.seller.email}</Email> },
  },
  { head: 'Order Type', cell: (order) => labelOf(orderTypeLabels, order.orderType) },
  { head: 'Price', figure: true, cell: (order) => moneyOrNoValue(order.price) },
  { head: 'Phone', cell: (order) => orNoValue(order.phoneNumber) },
  { head: 'Address', free: true, cell: (order) => orNoValue(order.deliveryAddress) },
  { head: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
  {
    head: 'Date',
    cell: (order) => (
      <time dateTime={order.createdAt} title={formatFullTime(order.createdAt)}>
        {formatDate(order.createdAt)}
      </time>
    ),
  },
]

export default function Orders() {
  const search = useSearch()
  const list = useReadPages(listAllOrders, search.input, { keep: true })
  return (
    <ListPage
      title="Orders"
      searchLabel="Search by book, buyer or seller"
      search={search}
      rowName="order"
      emptyText="No orders found."
      columns={columns}
      list={list}
    />
  )
}
