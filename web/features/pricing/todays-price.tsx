import type { Prediction } from '#contract/books/pricing.ts'
import { formatRupees } from '#web/format.ts'
import { isOtherPrice } from './is-other-price.ts'

type Props = { prediction: Prediction | undefined; saved: number | undefined }

/** Shows what a listed copy should sell for today, if this isn't the saved prediction. */
export function TodaysPrice({ prediction, saved }: Props) {
  const today = prediction?.predicted_price
  if (today === undefined || !Number.isFinite(today) || !isOtherPrice(today, saved)) return null
  return <span className="text-muted">today {formatRupees(today)}</span>
}
