import { Flag, History } from 'lucide-react'
import { useState } from 'react'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { ReportDialog } from '#web/features/complaints/report-dialog.tsx'
import { labelOf } from '#web/format.ts'
import { RecentTime } from '#web/time.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'

type Props = {
  order: Order
  small?: boolean
  items?: readonly MenuItem[]
}

export function OrderMenu({ order, small = false, items = [] }: Props) {
  const [dialog, setDialog] = useState<'history' | 'report'>()
  const number = shortOrderId(order._id)
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        label={`More about order ${number}`}
        small={small}
        items={[
          ...items,
          {
            label: 'History',
            icon: <History size={18} />,
            onSelect: () => setDialog('history'),
          },
          {
            label: 'Report',
            icon: <Flag size={18} />,
            onSelect: () => setDialog('report'),
          },
        ]}
      />
      {dialog === 'history' && (
        <Dialog
          open
          onClose={close}
          title={`History of order ${number}`}
          description={order.book.title}
        >
          <OrderHistory history={order.history} />
        </Dialog>
      )}
      {dialog === 'report' && (
        <ReportDialog
          subject="order"
          id={order._id}
          about={`${number}, ${order.book.title}`}
          onClose={close}
        />
      )}
    </>
  )
}

type Event = Order['history'][number]

const eventLabels: Record<Exclude<Event['what'], 'status' | 'undone' | 'reopened'>, string> = {
  created: 'Created',
  confirmed: 'Confirmed',
  received: 'Received',
  handed_back: 'Handed back',
  extended: 'Rent extended',
  rent_moved: 'Dates moved to the hand-over',
  returned: 'Returned',
  problem: 'Problem reported',
  solved: 'Problem solved',
  closed: 'Closed',
  handed_over: 'Delivered: handed over with the code',
}

function textOf({ what, status }: Event): string {
  if (what === 'status') return status
  if (what === 'undone') return `Change undone: ${status} again`
  if (what === 'reopened') return `Reopened: ${status}`
  return labelOf(eventLabels, what)
}

export const OrderHistory = ({ history }: Pick<Order, 'history'>) => (
  <ol className="flex flex-col gap-3">
    {history.map((event) => (
      <li
        key={`${event.at} ${event.what} ${event.status}`}
        className="wrap-anywhere border-border border-l-2 pl-3"
      >
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <span className="font-medium">{textOf(event)}</span>
            <span className="text-muted">
              {' '}
              · {event.helper === undefined ? event.by : `${event.by} (${event.helper})`}
            </span>
          </span>
          <RecentTime at={event.at} className="text-muted text-sm" />
        </p>
        {(event.reason ?? event.unusual) && (
          <p className="text-muted text-sm">Reason: {event.reason ?? 'no reason given'}</p>
        )}
      </li>
    ))}
  </ol>
)
