import { BookOpen, CalendarDays, MapPin, Package, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { formatRentPeriod, priceDifference } from '#web/features/orders/labels.ts'
import { OrdersLink } from '#web/features/orders/order-links.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { formatDeadline } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconFact } from '#web/ui/facts.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { cheaperPurchase, offerStatuses, rentTerms } from './labels.ts'
import { ListingChanges } from './listing-changes.tsx'
import { OfferActions } from './offer-actions.tsx'

export type OfferCardProps = {
  offer: Offer
  side: Side
  partnerName: string
  onCounter: (offer: Offer) => void
}

type BoxProps = { offer: Offer; side: Side; heading: ReactNode; children: ReactNode }

/** The frame of an offer, which may be a swap, in a chat. */
export const OfferBox = ({ offer, side, heading, children }: BoxProps) => (
  <li
    className={`flex w-full max-w-sm flex-col gap-3 rounded-box border-2 bg-surface p-3
      ${offer.status === 'open' ? 'border-primary' : 'border-border'}
      ${offer.by === side ? 'self-end' : 'self-start'}`}
  >
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="flex items-center gap-2 font-sans font-semibold">{heading}</h3>
      <OfferStatus offer={offer} />
    </div>
    {children}
  </li>
)

export function OfferCard({ offer, side, partnerName, onCounter }: OfferCardProps) {
  const difference = priceDifference(offer.total, offer.askingTotal)
  const purchasePrice = cheaperPurchase(offer)
  const { firstDay, lastDay, days } = offer
  const period =
    firstDay && formatRentPeriod({ rentStartDate: firstDay, rentEndDate: lastDay, rentDays: days })
  const isDearer = offer.total > offer.askingTotal
  return (
    <OfferBox offer={offer} side={side} heading={headingOf(offer, offer.by === side, partnerName)}>
      <div>
        <p className="font-semibold text-2xl">
          {formatRupees(offer.total)}
          {period && (
            <span className="font-normal text-base text-muted">
              {' '}
              · {formatRupees(offer.amount)} a day
            </span>
          )}
        </p>
        {difference && (
          <p className={`text-sm ${isDearer && side === 'buyer' ? 'text-danger' : 'text-muted'}`}>
            {difference}
          </p>
        )}
        {purchasePrice !== undefined && (
          <p className="text-danger text-sm">More than buying: {formatRupees(purchasePrice)}.</p>
        )}
      </div>
      <ul className="flex flex-col gap-1 text-sm">
        {offer.items.map(({ book, copies, available }) => (
          <IconFact key={book._id} icon={<BookOpen size={16} />}>
            <Link to={paths.book(book._id)} className="hover:text-primary">
              {book.title}
            </Link>
            {copies > 1 && ` × ${copies}`}
            {needsCopies(offer) && available < copies && (
              <span className="text-danger">
                {available === 0 ? ' No copy is left.' : ` Only ${available} left.`}
              </span>
            )}
          </IconFact>
        ))}
        {period && <IconFact icon={<CalendarDays size={16} />}>Rent: {period}</IconFact>}
        {offer.lossPrice !== undefined && (
          <IconFact icon={<ShieldCheck size={16} />}>{rentTerms(offer)}</IconFact>
        )}
        {offer.extendsOrderId === undefined && <HandOver offer={offer} />}
      </ul>
      <ListingChanges offer={offer} side={side} />
      <OfferActions offer={offer} side={side} onCounter={onCounter} />
      {offer.status === 'accepted' && (
        <OrdersLink
          side={side}
          ids={offer.extendsOrderId === undefined ? offer.orders : [offer.extendsOrderId]}
        />
      )}
    </OfferBox>
  )
}

function headingOf({ extendsOrderId }: Offer, isOwn: boolean, partnerName: string): string {
  if (extendsOrderId !== undefined)
    return isOwn ? 'Your offer: longer rent' : `Longer rent, from ${partnerName}`
  return isOwn ? 'Your offer' : `Offer from ${partnerName}`
}

/**
 * Whether an offer needs available copies. One that extends a rental needs none, because the buyer
 * has the copy.
 */
const needsCopies = ({ status, extendsOrderId }: Offer) =>
  status === 'open' && extendsOrderId === undefined

function OfferStatus({ offer }: { offer: Offer }) {
  const { status, expiresAt, items, exchange } = offer
  const { label, tone } = offerStatuses[status]
  const given = exchange?.items.map((item) => ({ ...item, copies: 1 })) ?? []
  const isGone = [...items, ...given].some(
    ({ copies, available, hasChanged }) => available < copies || hasChanged,
  )
  if (needsCopies(offer) && isGone) return <Badge tone="danger">Can’t be accepted now</Badge>
  return (
    <Badge tone={tone} wraps>
      {status === 'open' ? `Open until ${formatDeadline(expiresAt)}` : label}
    </Badge>
  )
}

type HandOverProps = {
  offer: Offer
  /** The contact to show. By default, it is the buyer's. */
  to?: Pick<Offer, 'deliveryAddress' | 'phoneNumber'> | undefined
}

export function HandOver({ offer, to = offer }: HandOverProps) {
  const place = offer.handOver === 'meet' ? offer.meetingPoint : to.deliveryAddress
  const Icon = offer.handOver === 'meet' ? MapPin : Package
  return (
    <IconFact icon={<Icon size={16} />}>
      {labelOf(handOverLabels, offer.handOver)}
      {place && `: ${place}`}
      {to.phoneNumber && (
        <>
          {'\n'}Phone: <PhoneLink phone={to.phoneNumber}>{formatPhone(to.phoneNumber)}</PhoneLink>
        </>
      )}
    </IconFact>
  )
}
