import { Flag, History } from 'lucide-react'
import { useState } from 'react'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { ReportDialog } from '#web/features/complaints/report-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { OrderHistory } from './order-history.tsx'

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
            icon: <History size={18} aria-hidden />,
            onSelect: () => setDialog('history'),
          },
          {
            label: 'Report',
            icon: <Flag size={18} aria-hidden />,
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
