import type { Prediction } from '#contract/books/pricing.ts'
import { formatRupees } from '#web/format.ts'
import { isOtherPrice } from './is-other-price.ts'

type Props = { prediction: Prediction | undefined; saved: number | undefined }

/**
 * Shows the price that a listed copy should sell for today, if it differs from the earlier
 * prediction.
 */
export function TodaysPrice({ prediction, saved }: Props) {
  const today = prediction?.predicted_price
  if (today === undefined || !Number.isFinite(today) || !isOtherPrice(today, saved)) return null
  return <span className="text-muted">today {formatRupees(today)}</span>
}
