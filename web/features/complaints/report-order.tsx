import { Flag } from 'lucide-react'
import { useState } from 'react'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { Menu } from '#web/ui/menu.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The menu of an order, for either side. */
export function ReportOrder({ order, small = false }: { order: Order; small?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const number = shortOrderId(order._id)
  return (
    <>
      <Menu
        label={`More about order ${number}`}
        small={small}
        items={[
          {
            label: 'Report',
            icon: <Flag size={18} aria-hidden />,
            onSelect: () => setOpen(true),
          },
        ]}
      />
      {isOpen && (
        <ReportDialog
          subject="order"
          id={order._id}
          about={`${number}, ${order.book.title}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
