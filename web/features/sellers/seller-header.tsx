import { Clock, Handshake, MapPin, MessageCircleReply, Store, UserRound } from 'lucide-react'
import { backOnText } from '#contract/accounts/holiday.ts'
import type { PublicSeller } from '#contract/books/sellers.ts'
import { handOversText } from '#contract/common/hand-overs.ts'
import { dealsText } from '#web/features/books/labels.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { Distance } from '#web/features/places/place-line.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconFact } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'

/** Returns a text such as 'Usually answers within 3 hours'. */
function answerText(hours: number): string {
  const days = Math.ceil(hours / 24)
  const time =
    hours === 1 ? 'an hour' : hours < 24 ? `${hours} hours` : days === 1 ? 'a day' : `${days} days`
  return `Usually answers within ${time}`
}

export function SellerHeader({ seller }: { seller: PublicSeller }) {
  const { name, sellerType, place, shopHours, handOvers, backOn, deals = 0, answerHours } = seller
  const isShop = sellerType === 'shop owner'
  const Icon = isShop ? Store : UserRound
  const handOverText = handOversText(handOvers)
  return (
    <header
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-box border border-border
        bg-surface p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:p-6"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
        <Icon />
      </span>
      <div className="flex min-w-0 flex-col gap-2">
        <h1 className="wrap-anywhere font-semibold text-2xl leading-tight sm:text-4xl">{name}</h1>
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>{isShop ? 'Bookshop' : 'Student'}</span>
          <Rating of={seller.ratings} />
          {deals > 0 && <span>{dealsText(deals)}</span>}
        </p>
        {backOn && (
          <div>
            <Badge tone="warning">On holiday. {backOnText(backOn)}</Badge>
          </div>
        )}
        <ul className="flex flex-col gap-1 empty:hidden">
          {place && (
            <IconFact icon={<MapPin size={18} />}>
              <span className="sr-only">In </span>
              {fullPlaceName(place)}
              <Distance to={place} />
            </IconFact>
          )}
          {shopHours && <IconFact icon={<Clock size={18} />}>{shopHours}</IconFact>}
          {handOverText && <IconFact icon={<Handshake size={18} />}>{handOverText}</IconFact>}
          {answerHours !== undefined && (
            <IconFact icon={<MessageCircleReply size={18} />}>{answerText(answerHours)}</IconFact>
          )}
        </ul>
      </div>
      <ShareButton
        text={`${name} on Dobara`}
        path={paths.sellerPage(seller._id)}
        className="justify-self-start max-sm:col-start-2 sm:self-start"
      />
    </header>
  )
}

export const SellerHeaderSkeleton = () => <Skeleton className="h-56" />
