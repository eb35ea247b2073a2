import type { Prediction } from '#contract/books/pricing.ts'
import { formatRupees } from '#web/format.ts'

/** A price change smaller than this share of the price isn't shown. */
const minShownChange = 0.03

/** Whether a price is worth showing to somebody who has seen the price `before`. */
const isOtherPrice = (now: number, before: number | undefined): boolean =>
  before === undefined || Math.abs(now - before) >= minShownChange * before

type Props = { prediction: Prediction | undefined; saved: number | undefined }

/**
 * Shows what a listed copy should sell for today, if that clearly differs from the saved
 * prediction.
 */
export function TodaysPrice({ prediction, saved }: Props) {
  const today = prediction?.predicted_price
  if (today === undefined || !Number.isFinite(today) || !isOtherPrice(today, saved)) return null
  return <span className="text-muted">today {formatRupees(today)}</span>
}
