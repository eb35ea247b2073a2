import { ArrowLeftRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Offer } from '#contract/orders/offers.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { changeSentences } from '#web/features/offers/listing-changes.tsx'
import { OfferActions } from '#web/features/offers/offer-actions.tsx'
import { HandOver, OfferBox, type OfferCardProps } from '#web/features/offers/offer-card.tsx'
import { formatRupees } from '#web/format.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { topUpText } from './exchange-form.ts'

type Props = OfferCardProps & { offer: Offer & { exchange: NonNullable<Offer['exchange']> } }

export function ExchangeOfferCard({ offer, side, partnerName, onCounter }: Props) {
  const { exchange, items } = offer
  const isSeller = side === 'seller'
  const sides = { give: isSeller ? items : exchange.items, get: isSeller ? exchange.items : items }
  const heading = (
    <>
      <ArrowLeftRight size={18} />
      {offer.by === side ? 'Your swap' : `Swap from ${partnerName}`}
    </>
  )
  return (
    <OfferBox {...{ offer, side, heading }}>
      <Books heading="You get" items={sides.get} isOpen={offer.status === 'open'} />
      <Books heading="You give" items={sides.give} isOpen={offer.status === 'open'} />
      <p className="font-semibold text-lg">{topUpText(exchange, side, partnerName)}</p>
      <ul className="text-sm">
        <HandOver offer={offer} to={isSeller ? offer : exchange} />
      </ul>
      <OfferActions offer={offer} side={side} onCounter={onCounter} />
      {exchange.exchangeId && (
        <LinkButton to={exchangePath(side, exchange.exchangeId)}>Open the swap</LinkButton>
      )}
    </OfferBox>
  )
}

type Items = Offer['items'] | NonNullable<Offer['exchange']>['items']

const Books = ({ heading, items, isOpen }: { heading: string; items: Items; isOpen: boolean }) => (
  <div className="flex flex-col gap-1">
    <h4 className="text-muted text-sm">{heading}</h4>
    <ul className="flex flex-col gap-1 text-sm">
      {items.map(({ book, value, available, hasChanged, changedBefore }) => (
        <li key={book._id} className="flex items-center gap-2">
          <BookCover src={book.images[0]} sizes="28px" className="w-7 shrink-0" />
          <span className="wrap-anywhere min-w-0 flex-1">
            <Link to={paths.book(book._id)} className="hover:text-primary">
              {book.title}
            </Link>
            {isOpen && available === 0 && <span className="text-danger"> No copy is left.</span>}
            {isOpen && available > 0 && hasChanged && (
              <span className="text-danger"> Its listing has changed since.</span>
            )}
            {isOpen && available > 0 && !hasChanged && changedBefore && (
              <span> {changeSentences(changedBefore)}</span>
            )}
          </span>
          {value !== undefined && <span className="text-muted">{formatRupees(value)}</span>}
        </li>
      ))}
    </ul>
  </div>
)
