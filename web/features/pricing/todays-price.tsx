import type { Prediction } from '#contract/books/pricing.ts'
import { formatRupees } from '#web/format.ts'
import { isOtherPrice } from './is-other-price.ts'

type Props = { prediction: Prediction | undefined; saved: number | undefined }

/** What a listed copy should sell for today, unless that is about what was predicted before. */
export function TodaysPrice({ prediction, saved }: Props) {
  const today = prediction?.predicted_price
  if (today === undefined || !Number.isFinite(today) || !isOtherPrice(today, saved)) return null
  return <span className="text-muted">today {formatRupees(today)}</span>
}
