import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { BuyerActions } from '#web/features/orders/buyer-actions.tsx'
import { BlockedNote } from '#web/features/orders/card/blocked-note.tsx'
import { nextStepOf } from '#web/features/orders/card/next-step.ts'
import { OrderChatLink, OrderNumber } from '#web/features/orders/card/order-card.tsx'
import { OrderBadges, OrderFacts } from '#web/features/orders/card/order-facts.tsx'
import { ExtendRent } from '#web/features/orders/extend-rent.tsx'
import { SentWith } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { RateOrder } from '#web/features/orders/rate-order.tsx'

/** An order of a deal: all but the hand-over and the payment, which are those of the deal. */
export function OrderInDeal({ order }: { order: Order }) {
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
        {/* Receiving all of them is the main button of the deal. */}
        <BuyerActions order={order} next={next === 'receive' ? undefined : next} />
        <RateOrder order={order} isNext={next === 'rate'} />
        <ExtendRent order={order} side="buyer" />
        <ProblemLink order={order} side="buyer" />
        <OrderChatLink order={order} />
      </footer>
    </article>
  )
}
