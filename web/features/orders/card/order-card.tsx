import { Ellipsis, MessageCircle } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { unknownBook } from '#contract/common/display-names.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { BuyerActions } from '#web/features/orders/buyer-actions.tsx'
import { ExtendRent } from '#web/features/orders/extend-rent.tsx'
import {
  ArrangeMeeting,
  BuyerMeeting,
  SentWith,
} from '#web/features/orders/hand-over/order-hand-over.tsx'
import { lastChangeText } from '#web/features/orders/labels.ts'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { ExchangeLink } from '#web/features/orders/order-links.tsx'
import { refundText } from '#web/features/orders/payments/labels.ts'
import { PaymentsButton } from '#web/features/orders/payments/payments-button.tsx'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { RateOrder } from '#web/features/orders/rate-order.tsx'
import { noValue } from '#web/format.ts'
import { chatPath, paths } from '#web/paths.ts'
import { formatDeadline } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { nextStepOf, type Step, waitingText } from './next-step.ts'
import { BlockedNote, OrderBadges, OrderFacts } from './order-facts.tsx'
import { OrderMenu } from './order-menu.tsx'

/**
 * An order as its buyer sees it. On phones, elements with `data-rest` are hidden at first, unless
 * `isAlone`. They stay in the page, because removing them would close a dialog that they opened.
 */
export function OrderCard({ order, isAlone = false }: { order: Order; isAlone?: boolean }) {
  const titleId = useId()
  const factsId = useId()
  const isWide = useMediaQuery('(min-width: 48rem)', true)
  const [isFolded, setFolded] = useState(!isAlone && !isWide)
  const lastChange = lastChangeText(order)
  const waiting = waitingText(order)
  const next = nextStepOf(order)
  return (
    <article
      aria-labelledby={titleId}
      data-folded={isFolded || undefined}
      className="wrap-anywhere flex flex-col gap-4 rounded-box border border-border bg-surface p-4
        [&[data-folded]_[data-rest]]:hidden"
    >
      <header className="flex gap-4">
        <OrderCover book={order.book} sizes="80px" className="w-20" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <OrderNumber order={order} />
          <h2 id={titleId} className="font-semibold text-lg leading-snug">
            <Link to={paths.book(order.book._id)} className="hover:text-primary">
              {order.book.title || unknownBook}
            </Link>
          </h2>
          {isFolded && (
            <p className="font-semibold text-lg">{refundText(order.price, order.refund)}</p>
          )}
          <OrderBadges order={order} />
          {order.proposedUntil && (
            <p className="text-muted text-sm">
              Kept for you until {formatDeadline(order.proposedUntil)}
            </p>
          )}
        </div>
      </header>
      {lastChange && <p className="text-muted text-sm">{lastChange}</p>}
      <BuyerMeeting order={order} />
      <SentWith order={order} />
      <footer className="flex flex-col gap-2">
        <ExchangeLink order={order} side="buyer" />
        <BlockedNote order={order} side="buyer" />
        {waiting && <p className="text-muted text-sm">{waiting}</p>}
        <ArrangeMeeting order={order} next={[next]} />
        <OrderActions order={order} next={next}>
          {!order.exchange && <PaymentsButton order={order} side="buyer" />}
        </OrderActions>
      </footer>
      <Button
        variant="ghost"
        size="sm"
        className="-my-2 self-start"
        icon={<Ellipsis />}
        aria-label={`${isFolded ? 'More' : 'Less'}, order ${shortOrderId(order._id)}`}
        aria-expanded={!isFolded}
        aria-controls={factsId}
        onClick={() => setFolded(!isFolded)}
      >
        {isFolded ? 'More' : 'Less'}
      </Button>
      <div id={factsId} data-rest>
        <OrderFacts order={order} />
      </div>
    </article>
  )
}

export const OrderNumber = ({ order }: { order: Order }) => (
  <div className="flex items-start justify-between gap-2">
    <p className="text-muted text-sm">Order ID: {shortOrderId(order._id) || noValue}</p>
    <span className="-mt-2 -mr-2 -mb-3">
      <OrderMenu order={order} />
    </span>
  </div>
)

type ActionsProps = { order: Order; next: Step | undefined; children?: ReactNode }

export const OrderActions = ({ order, next, children }: ActionsProps) => (
  <>
    <BuyerActions order={order} next={next} />
    <RateOrder order={order} isNext={next === 'rate'} />
    {children}
    <ExtendRent order={order} side="buyer" />
    <ProblemLink order={order} side="buyer" />
    <OrderChatLink order={order} />
  </>
)

export const OrderChatLink = ({ order }: { order: Order }) => (
  <LinkButton to={chatPath('buyer', order.chat._id)} variant="plain" icon={<MessageCircle />}>
    Check Order Chat
  </LinkButton>
)
