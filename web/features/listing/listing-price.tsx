import { useFormContext } from 'react-hook-form'
import { messageOf } from '#web/api/client.ts'
import { PriceReasons, SoldHere } from '#web/features/pricing/price-reasons.tsx'
import { rupeesExact } from '#web/format.ts'
import { CouldNotLoad, LiveRegion, Skeleton } from '#web/ui/states.tsx'
import { type BookDraft, branchWords, type Prediction } from './book-draft.ts'
import { PriceAssessment } from './price-judgement.tsx'
import type { PriceRead } from './use-price.ts'

/** What keeps a book that takes the predicted price from being listed; a price of one's own waits for nothing. */
export const priceHolds = {
  pending: 'The price is still being worked out. Press Submit once it stands.',
  failed: 'The price could not be predicted. Press Retry, or go back and enter your own.',
} as const
export const submitBlockedBy = ({ fresh, error }: PriceRead): string | undefined =>
  fresh ? undefined : error ? priceHolds.failed : priceHolds.pending

type Props = { read: PriceRead; prediction: Prediction | undefined }

/** The price once the branch is known, which the server lists the book at, and what copies of the title were sold for. */
export function ListingPrice({ read, prediction }: Props) {
  const { acceptPredictedPrice: accepted, customPrice } = useFormContext<BookDraft>().watch()
  const { priced, fresh, error } = read
  const price = accepted ? priced?.predicted_price : Number(customPrice)
  const changed =
    accepted && fresh && priced && prediction ? branchWords(prediction, priced) : undefined
  // One place for all that can be said of the branch, so that nothing beneath it moves.
  const unchanged = priced?.branch
    ? `The same in ${priced.branch}.`
    : 'Choose a branch: its sales may change the price.'
  const waits = !fresh && !error
  return (
    <section
      aria-labelledby="your-price"
      aria-busy={waits}
      className="flex flex-col gap-2 rounded-box border border-border bg-sunken p-4"
    >
      <h3 id="your-price" className={`font-semibold ${accepted && !fresh ? 'text-muted' : ''}`}>
        Your price{price !== undefined && !(accepted && error) && `: ${rupeesExact(price)}`}
      </h3>
      <div className={`flex items-center text-muted text-sm ${accepted ? 'min-h-10' : ''}`}>
        {error ? (
          <CouldNotLoad
            text={messageOf(error, 'The price could not be predicted.')}
            onRetry={read.retry}
          />
        ) : (
          accepted && <p>{fresh ? (changed ?? unchanged) : 'Working it out…'}</p>
        )}
      </div>
      <LiveRegion>{changed ?? ''}</LiveRegion>
      {!error && !priced && <PriceSkeleton />}
      {priced && (
        <>
          <PriceAssessment
            priced={priced}
            own={accepted ? undefined : customPrice}
            old={fresh ? undefined : accepted || error ? 'Out of date.' : 'Working it out…'}
          />
          <PriceReasons {...priced} />
          <SoldHere {...read} />
        </>
      )}
    </section>
  )
}

/** In the shape of a scale, its words, three or four reasons, and what is known of past sales. */
export const PriceSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-18" />
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-36" />
    <Skeleton className="h-11 w-4/5" />
  </div>
)
