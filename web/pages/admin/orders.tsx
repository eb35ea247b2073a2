import { listAllOrders } from '#contract/admin/admin.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { Email } from '#web/features/admin/email.tsx'
import { orderTypeText } from '#web/features/orders/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { moneyOrNoValue, orNoValue, phoneText } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { DayOf } from '#web/time.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Orders · Admin')

const columns: Column<Order>[] = [
  {
    header: 'Book Title',
    wraps: true,
    cell: (order) => (
      <TextLink
        to={paths.admin.order(order._id)}
        title={`Order ${shortOrderId(order._id)}`}
        className="font-medium"
      >
        {orNoValue(order.book.title)}
      </TextLink>
    ),
  },
  {
    header: 'Buyer',
    wraps: true,
    cell: (order) => orNoValue(order.buyer.name),
    below: { header: 'Buyer Email', cell: (order) => <Email>{order.buyer.email}</Email> },
  },
  {
    header: 'Seller',
    wraps: true,
    cell: (order) => orNoValue(order.seller.name),
    below: { header: 'Seller Email', cell: (order) => <Email>{order.seller.email}</Email> },
  },
  { header: 'Order Type', cell: orderTypeText },
  { header: 'Price', isNumeric: true, cell: (order) => moneyOrNoValue(order.price) },
  { header: 'Phone', cell: (order) => phoneText(order.phoneNumber) },
  { header: 'Address', wraps: true, cell: (order) => orNoValue(order.deliveryAddress) },
  { header: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
  {
    header: 'Date',
    cell: (order) => <DayOf at={order.createdAt} />,
  },
]

const Orders = () => (
  <AdminList
    endpoint={listAllOrders}
    title="Orders"
    action={<TextLink to={paths.admin.blockedOrders}>Open orders with blocked users</TextLink>}
    searchLabel="Search by book, buyer or seller"
    rowName="order"
    emptyText="No orders found."
    columns={columns}
  />
)
export default Orders
