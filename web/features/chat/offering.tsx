// Offers in a chat: for money, or as an exchange.
import { ArrowLeftRight, HandCoins } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { ExchangeOfferCard } from '#web/features/exchanges/offer/exchange-offer-card.tsx'
import { OfferCard } from '#web/features/offers/offer-card.tsx'
import { OfferDialog } from '#web/features/offers/offer-dialog.tsx'
import type { ChatDeals } from '#web/features/offers/use-chat-deals.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const ExchangeDialog = lazyPart(() =>
  import('#web/features/exchanges/offer/exchange-dialog.tsx').then(
    (module) => module.ExchangeDialog,
  ),
)

/** What is being made, and in place of what. */
export type Offering = { kind: 'offer' | 'exchange'; replaced?: Offer | undefined }

type DialogProps = {
  side: Side
  chat: Chat
  deals: ChatDeals
  offering: Offering
  onClose: () => void
}

export const OfferingDialog = ({ offering: { kind, replaced }, ...props }: DialogProps) =>
  kind === 'exchange' ? (
    <Suspense>
      <ExchangeDialog {...props} replaced={replaced} />
    </Suspense>
  ) : (
    <OfferDialog {...props} replaced={replaced} />
  )

export const AnyOfferCard = ({ offer, ...props }: ComponentProps<typeof OfferCard>) => {
  const { exchange } = offer
  return exchange ? (
    <ExchangeOfferCard offer={{ ...offer, exchange }} {...props} />
  ) : (
    <OfferCard offer={offer} {...props} />
  )
}

type ButtonsProps = {
  chat: Chat
  openOffer: Offer | undefined
  isTheirs: boolean
  onOffer: (offering: Offering) => void
}

/** A longer rent and what the other side offers are answered on their cards. */
export function OfferButtons({ chat, openOffer, isTheirs, onOffer }: ButtonsProps) {
  if (isTheirs || openOffer?.extendsOrderId !== undefined) return null
  const kinds = openOffer
    ? [openOffer.exchange ? ('exchange' as const) : ('offer' as const)]
    : (['offer', 'exchange'] as const)
  return kinds
    .filter((kind) => chat.can.includes(kind))
    .map((kind) => {
      const Icon = kind === 'offer' ? HandCoins : ArrowLeftRight
      return (
        <Button
          key={kind}
          variant="plain"
          size="sm"
          icon={<Icon size={18} aria-hidden />}
          onClick={() => onOffer({ kind, replaced: openOffer })}
        >
          {openOffer ? 'Change my offer' : kind === 'offer' ? 'Make an offer' : 'Swap'}
        </Button>
      )
    })
}
