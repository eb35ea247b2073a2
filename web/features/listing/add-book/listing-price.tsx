import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { PricePanel } from '#web/features/listing/price/price-panel.tsx'
import { formatRupees, typedNumber } from '#web/format.ts'

/**
 * Returns the price that the copy will have. Undefined without a prediction, NaN for an invalid
 * custom price.
 */
export const listedPrice = (
  { acceptPredictedPrice, customPrice }: BookDraft,
  { predicted }: PredictedPriceQuery,
): number | undefined =>
  acceptPredictedPrice ? predicted?.predicted_price : typedNumber(customPrice)

/** Shows the price that the seller agrees to by pressing Submit. */
export function ListingPrice({ query }: { query: PredictedPriceQuery }) {
  const draft = useFormContext<BookDraft>().watch()
  const { acceptPredictedPrice: isAccepted, customPrice } = draft
  const price = listedPrice(draft, query)
  return (
    <section
      aria-labelledby="your-price"
      aria-busy={query.isPending}
      className="flex flex-col gap-2 rounded-box border border-border bg-sunken p-4"
    >
      <h3
        id="your-price"
        className={`font-semibold ${isAccepted && !query.isCurrent ? 'text-muted' : ''}`}
      >
        Your price
        {price !== undefined && !(isAccepted && query.error) && `: ${formatRupees(price)}`}
      </h3>
      <PricePanel query={query} draft={draft} ownPrice={isAccepted ? undefined : customPrice} />
    </section>
  )
}
