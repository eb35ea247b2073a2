import { listOpenOrdersOf } from '#contract/admin/admin-orders.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { useRead } from '#web/api/hooks.ts'
import { ScrollBox } from '#web/ui/scroll-box.tsx'

export function OpenOrders({ accountId }: { accountId: string }) {
  const { data, isError } = useRead(listOpenOrdersOf, { id: accountId })
  if (isError) return <p>Their open orders could not be loaded.</p>
  if (!data) return <p>Loading their open orders…</p>
  if (data.length === 0) return <p>They have no open orders.</p>
  return (
    <div className="flex flex-col gap-1">
      <p>
        {formatCount(data.length, 'open order')}. The other side is notified in the chat, and can
        finish or cancel {data.length === 1 ? 'it' : 'them'}:
      </p>
      <ScrollBox
        role="group"
        aria-label="Open orders"
        className="max-h-60 overflow-y-auto rounded-box border border-border px-3 py-1 text-sm"
      >
        <ul>
          {data.map(({ _id, title, status, otherSide }) => (
            <li key={_id} className="wrap-anywhere py-1">
              <span className="font-medium text-foreground">{shortOrderId(_id)}</span> {title},{' '}
              {status}, with {otherSide}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </div>
  )
}
