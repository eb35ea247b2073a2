import { Link } from 'react-router'
import { listOpenProblems, type OpenProblem } from '#contract/admin/admin-orders.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { reasonLabels } from '#web/features/orders/problem/labels.ts'
import { formatFullTime, formatRecentTime, labelOf, orNoValue } from '#web/format.ts'
import { ListPage } from '#web/layout/list-page.tsx'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { OrderTabs } from './order-tabs.tsx'

const columns: Column<OpenProblem>[] = [
  {
    header: 'Order ID',
    cell: ({ orderId }) => (
      <Link
        to={paths.admin.order(orderId)}
        className="font-medium text-primary underline underline-offset-4"
      >
        {shortOrderId(orderId)}
      </Link>
    ),
  },
  { header: 'Book Title', wraps: true, cell: ({ title }) => orNoValue(title) },
  { header: 'Problem', wraps: true, cell: ({ reason }) => labelOf(reasonLabels, reason) },
  { header: 'Buyer', wraps: true, cell: ({ buyer }) => orNoValue(buyer) },
  { header: 'Seller', wraps: true, cell: ({ seller }) => orNoValue(seller) },
  {
    header: 'Since',
    cell: ({ openedAt }) => (
      <time dateTime={openedAt} title={formatFullTime(openedAt)}>
        {formatRecentTime(openedAt)}
      </time>
    ),
  },
]

/** Problems that nobody has solved yet, the oldest first. */
export function OpenProblems() {
  const list = useReadPages(listOpenProblems, {})
  return (
    <ListPage
      title="Open problems"
      action={<OrderTabs current="problems" />}
      rowName="problem"
      emptyText="No open problems."
      columns={columns}
      list={list}
    />
  )
}
