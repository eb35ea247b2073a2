// The dialogs that add more than messages to a chat: offers of money, swaps and meetings.
import { ArrowLeftRight, CalendarDays, HandCoins, MessageSquareQuote, Plus } from 'lucide-react'
import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Offer } from '#contract/orders/offers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ExchangeOfferCard } from '#web/features/exchanges/offer/exchange-offer-card.tsx'
import { OfferCard } from '#web/features/offers/offer-card.tsx'
import { OfferDialog } from '#web/features/offers/offer-dialog.tsx'
import { type ChatDeals, latestOrders, openOfferOf } from '#web/features/offers/use-chat-deals.ts'
import { ProposeMeetingDialog } from '#web/features/orders/hand-over/propose-meeting.tsx'
import type { ChatOpens } from '#web/session/pending-action.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'

const ExchangeDialog = lazyPart(() =>
  import('#web/features/exchanges/offer/exchange-dialog.tsx').then(
    (module) => module.ExchangeDialog,
  ),
)

/** The offer or proposal in progress. `replaced` is the offer that the new one replaces. */
export type Offering =
  | { kind: ChatOpens; replaced?: Offer | undefined }
  | { kind: 'meeting'; orderId: string }

type Opened = { opens?: ChatOpens } | null | undefined
const readOpened = (): Opened => globalThis.window?.history.state?.usr

/** Returns the form that opens with the chat. Reload and Back don't open it again. */
export function useChatOpens(can: Chat['can']): ChatOpens | undefined {
  const [opens] = useState(() => readOpened()?.opens)
  useEffect(() => {
    if (opens) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [opens])
  return opens && can.includes(opens === 'rent' ? 'offer' : opens) ? opens : undefined
}

type DialogProps = {
  side: Side
  chat: Chat
  deals: ChatDeals
  offering: Offering
  onClose: () => void
}

export function OfferingDialog({ offering, ...props }: DialogProps) {
  const { kind } = offering
  if (kind === 'meeting') {
    const order = props.deals.orders.get(offering.orderId)
    return (
      order && (
        <StaleActionBoundary can={canMeet(order)}>
          <ProposeMeetingDialog orderId={order._id} onClose={props.onClose} />
        </StaleActionBoundary>
      )
    )
  }
  return kind === 'exchange' ? (
    <Suspense>
      <ExchangeDialog {...props} replaced={offering.replaced} />
    </Suspense>
  ) : (
    <OfferDialog {...props} replaced={offering.replaced} isRent={kind === 'rent'} />
  )
}

export const AnyOfferCard = ({ offer, ...props }: ComponentProps<typeof OfferCard>) => {
  const { exchange } = offer
  return exchange ? (
    <ExchangeOfferCard offer={{ ...offer, exchange }} {...props} />
  ) : (
    <OfferCard offer={offer} {...props} />
  )
}

const canMeet = ({ can, meeting }: Order) =>
  can.includes('propose-meeting') && !can.includes('confirm') && !meeting

type MenuProps = {
  side: Side
  chat: Chat
  deals: ChatDeals
  onOffer: (offering: Offering) => void
  onReplies: () => void
}

/** The menu beside the composer: everything that can be added to the chat besides messages. */
export function AddToChat({ side, chat, deals, onOffer, onReplies }: MenuProps) {
  const open = openOfferOf(deals)
  // Extensions of a rental and offers of the other side are answered on their cards.
  const isAnsweredOnCard = open && (open.by !== side || open.extendsOrderId !== undefined)
  const kinds = (['offer', 'exchange'] as const).filter(
    (kind) =>
      chat.can.includes(kind) &&
      !isAnsweredOnCard &&
      (!open || !!open.exchange === (kind === 'exchange')),
  )
  const order = latestOrders(deals).find(canMeet)
  const items: MenuItem[] = kinds.map((kind) => ({
    label: open ? 'Change my offer' : kind === 'offer' ? 'Make an offer' : 'Swap',
    icon: kind === 'offer' ? <HandCoins size={18} /> : <ArrowLeftRight size={18} />,
    onSelect: () => onOffer({ kind, replaced: open }),
  }))
  if (order)
    items.push({
      label: 'Propose a meeting',
      icon: <CalendarDays size={18} />,
      onSelect: () => onOffer({ kind: 'meeting', orderId: order._id }),
    })
  if (side === 'seller')
    items.push({
      label: 'Saved replies',
      icon: <MessageSquareQuote size={18} />,
      onSelect: onReplies,
    })
  if (items.length === 0) return null
  return <Menu label="Add to chat" icon={<Plus size={22} />} align="start" items={items} />
}
