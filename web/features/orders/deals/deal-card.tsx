import { useId } from 'react'
import { sellerText } from '#contract/common/display-names.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { formatCount } from '#contract/common/numbers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { nextStepOf, waitingText } from '#web/features/orders/card/next-step.ts'
import { OrderChatLink } from '#web/features/orders/card/order-card.tsx'
import { DealFacts } from '#web/features/orders/card/order-facts.tsx'
import {
  ArrangeMeeting,
  BuyerMeeting,
  SentWith,
} from '#web/features/orders/hand-over/order-hand-over.tsx'
import { formatRentPeriod } from '#web/features/orders/labels.ts'
import { refundText } from '#web/features/orders/payments/labels.ts'
import { PaymentsButton } from '#web/features/orders/payments/payments-button.tsx'
import { SellerLink } from '#web/features/sellers/seller-link.tsx'
import { labelOf } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { BuyerDealActions } from './buyer-deal-actions.tsx'
import { DealTitle } from './deal-title.tsx'
import { commonValue, countBooks, groupByTitle } from './group-orders.ts'

const isCancelled = ({ status }: Order) => status === 'Cancelled'

/**
 * Returns a text such as '₹700 in all · 2 more cancelled'. Neither the sum nor `refund` includes
 * cancelled orders.
 */
function sumText({ deal, handOver }: Order, refund: number): string {
  const { total = 0, statuses, orders = 0 } = deal ?? {}
  const cancelled = statuses?.Cancelled ?? 0
  return [
    `${refundText(total, refund)}${refund > 0 ? '' : ' in all'}`,
    handOver && labelOf(handOverLabels, handOver).toLowerCase(),
    cancelled > 0 && (cancelled === orders ? 'all cancelled' : `${cancelled} more cancelled`),
  ]
    .filter(Boolean)
    .join(' · ')
}

type Props = {
  orders: readonly [Order, ...Order[]]
  /** The order that is expanded at first. */
  openId?: string | undefined
}

/** Shows a deal to its buyer: its loaded orders, which are handed over and paid together. */
export function DealCard({ orders, openId }: Props) {
  const titleId = useId()
  const open = orders.filter((order) => !isCancelled(order))
  const lead = open.find(({ can }) => can.length > 0) ?? open[0] ?? orders[0]
  const { deal, seller } = lead
  if (!deal) return null
  const refund = open.reduce((sum, order) => sum + (order.refund ?? 0), 0)
  const steps = open.map(nextStepOf)
  const waiting = open.map((order) => waitingText(order, open.length)).find(Boolean)
  const isMeetingNext = steps.includes('propose-meeting') || steps.includes('choose-time')
  const toMeet = open.find(({ can }) => can.includes('propose-meeting'))
  const sent = commonValue(open, ({ shipment }) => JSON.stringify(shipment))
  const rentPeriod = lead.orderType === 'rent' ? commonValue(open, formatRentPeriod) : undefined
  return (
    <article
      aria-labelledby={titleId}
      className="wrap-anywhere flex flex-col gap-4 rounded-box border border-border bg-surface p-4"
    >
      <header className="flex flex-col gap-1">
        <h2 id={titleId} className="font-semibold text-lg leading-snug">
          {formatCount(countBooks(deal), 'book')} from{' '}
          <SellerLink seller={seller}>{sellerText(seller)}</SellerLink>
        </h2>
        <p className="text-muted">{sumText(lead, refund)}</p>
        {open.length > 0 && open.every(({ receivedAt }) => receivedAt) && (
          <p>
            <Badge tone="success">You received them all</Badge>
          </p>
        )}
      </header>
      <ul className="-mx-4 flex flex-col border-border border-y">
        {groupByTitle(orders).map((copies) => (
          <DealTitle key={copies[0]?.book._id} copies={copies} openId={openId} />
        ))}
      </ul>
      <DealFacts order={lead} {...(rentPeriod !== undefined && { rentPeriod })} />
      <BuyerMeeting order={open.find(({ meeting }) => meeting?.code) ?? lead} />
      {sent !== undefined && <SentWith order={lead} />}
      <footer className="mt-auto flex flex-col gap-2">
        {waiting && <p className="text-muted text-sm">{waiting}</p>}
        <ArrangeMeeting order={toMeet ?? lead} next={steps} />
        <BuyerDealActions
          dealId={deal._id}
          orders={orders}
          isReceivingNext={steps.includes('receive') && !isMeetingNext}
        />
        <PaymentsButton order={lead} side="buyer" />
        <OrderChatLink order={lead} />
      </footer>
    </article>
  )
}
