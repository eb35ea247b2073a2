import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { unknownBook } from '#contract/common/display-names.ts'
import {
  type Order,
  type OrderStatus,
  orderStatuses,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { nextStepOf } from '#web/features/orders/card/next-step.ts'
import { OrderActions, OrderNumber } from '#web/features/orders/card/order-card.tsx'
import { BlockedNote, OrderBadges, OrderFacts } from '#web/features/orders/card/order-facts.tsx'
import { SentWith } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { lastChangeText } from '#web/features/orders/labels.ts'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatRupees } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { commonValue } from './group-orders.ts'

type Props = { copies: readonly Order[]; openId?: string | undefined }

export function DealTitle({ copies, openId }: Props) {
  const [order] = copies
  if (!order) return null
  return (
    <li className="border-border border-b last:border-b-0">
      <Disclosure
        isOpenAtFirst={copies.some(({ _id }) => _id === openId)}
        label={
          <>
            <OrderCover book={order.book} sizes="40px" className="w-10" />
            <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
              <h3 className="font-medium font-sans leading-snug">
                {order.book.title || unknownBook}
                {copies.length > 1 && (
                  <span className="whitespace-nowrap text-muted"> × {copies.length}</span>
                )}
              </h3>
              <Statuses orders={copies} />
            </span>
          </>
        }
      >
        {copies.length === 1 ? (
          <OrderInDeal order={order} />
        ) : (
          <ul className="flex flex-col">
            {copies.map((copy) => (
              <li key={copy._id} className="border-border border-t first:border-t-0">
                <Disclosure
                  isOpenAtFirst={copy._id === openId}
                  label={
                    <>
                      <span className="min-w-0 flex-1 text-sm">
                        {shortOrderId(copy._id)} · {formatRupees(copy.price)}
                      </span>
                      <Statuses orders={[copy]} />
                    </>
                  }
                >
                  <OrderInDeal order={copy} />
                </Disclosure>
              </li>
            ))}
          </ul>
        )}
      </Disclosure>
      {changesOf(copies).map((text) => (
        <p key={text} className="px-4 pb-2 text-muted text-sm">
          {text}
        </p>
      ))}
    </li>
  )
}

/**
 * Returns the seller's reasons for unusual changes. If not all copies have the same, order numbers
 * are added.
 */
function changesOf(copies: readonly Order[]): string[] {
  const same = commonValue(copies, (copy) => lastChangeText(copy))
  if (same !== undefined) return [same]
  return copies.flatMap((copy) => {
    const text = lastChangeText(copy)
    return text === undefined ? [] : [`${shortOrderId(copy._id)}: ${text}`]
  })
}

function Statuses({ orders }: { orders: readonly Order[] }) {
  const status = commonValue(orders, (order) => order.status)
  const countOf = (wanted: OrderStatus) => orders.filter((order) => order.status === wanted).length
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {status !== undefined ? (
        <StatusBadge status={status} />
      ) : (
        <span className="text-muted text-sm">
          {orderStatuses
            .filter((wanted) => countOf(wanted) > 0)
            .map((wanted) => `${countOf(wanted)} ${wanted}`)
            .join(', ')}
        </span>
      )}
      {orders.some(hasOpenProblem) && <Badge tone="danger">Problem</Badge>}
      {orders.some(({ overdue }) => overdue) && <Badge tone="danger">Overdue</Badge>}
    </span>
  )
}

type DisclosureProps = { label: ReactNode; isOpenAtFirst: boolean; children: ReactNode }

const Disclosure = ({ label, isOpenAtFirst, children }: DisclosureProps) => (
  <details open={isOpenAtFirst}>
    <summary
      className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-sunken
        [&::-webkit-details-marker]:hidden"
    >
      {label}
      <ChevronDown
        size={20}
        aria-hidden
        className="shrink-0 text-muted transition-transform [details[open]>summary>&]:rotate-180"
      />
    </summary>
    <div className="bg-sunken">{children}</div>
  </details>
)

/** An order of a deal. The hand-over and the payment aren't shown, because the deal shows them. */
function OrderInDeal({ order }: { order: Order }) {
  const next = nextStepOf(order)
  return (
    <article
      aria-label={`Order ${shortOrderId(order._id)}`}
      className="flex flex-col gap-3 px-4 pt-3 pb-4"
    >
      <header className="flex flex-col gap-1">
        <OrderNumber order={order} />
        <OrderBadges order={order} />
      </header>
      <OrderFacts order={order} />
      <SentWith order={order} />
      <footer className="flex flex-col gap-2">
        <BlockedNote order={order} side="buyer" />
        {/* The deal's main button marks all its orders as received. */}
        <OrderActions order={order} next={next === 'receive' ? undefined : next} />
      </footer>
    </article>
  )
}
