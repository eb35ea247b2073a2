import type { Prediction } from '#contract/books/pricing.ts'
import { formatRupees, isCompleteBand } from '#web/format.ts'
import { isOtherPrice } from './is-other-price.ts'

/**
 * What a listed copy should sell for by now, where that isn't about what was predicted when it was
 * listed.
 */
export function TodaysPrice({
  prediction,
  saved,
}: {
  prediction: Prediction | undefined
  saved: number | undefined
}) {
  if (!prediction || !Number.isFinite(prediction.predicted_price)) return null
  const { predicted_price: today, low, high } = prediction
  if (!isOtherPrice(today, saved)) return null
  return (
    <span className="text-muted">
      today {formatRupees(today)}
      {isCompleteBand(prediction) && low !== high && (
        <>
          ,{' '}
          <span className="block text-xs">{`mostly ${formatRupees(low)} to ${formatRupees(high)}`}</span>
        </>
      )}
    </span>
  )
}
