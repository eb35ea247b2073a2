// Where a price lies between nothing and the list price, and where four of five such prices do.
import type { PriceBand } from '#contract/pricing.ts'
import { rupees } from './format.ts'

type Props = {
  band: PriceBand
  /** The list price, at the right end. */
  most: number
  /** What is asked: the predicted price, or the seller's own. */
  price: number
}

/** A bar of 100 units: as shapes, so that it stretches with its place. */
export function PriceScale({ band: { low, high }, most, price }: Props) {
  const at = (amount: number) => Math.min(100, Math.max(0, (amount / most) * 100))
  const words = `Four of five such copies cost ${rupees(Math.round(low))} to ${rupees(Math.round(high))}.`
  return (
    <figure className="flex flex-col gap-1">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" className="h-4 w-full" aria-hidden="true">
        <rect x="0" y="4" width="100" height="4" className="fill-line" />
        <rect x={at(low)} y="2" width={Math.max(0.5, at(high) - at(low))} height="8" className="fill-leaf/45" />
        <rect x={Math.min(99, Math.max(0, at(price) - 0.5))} y="0" width="1" height="12" className="fill-ink" />
      </svg>
      <div aria-hidden className="flex justify-between text-quiet text-xs">
        <span>₹0</span>
        <span>{rupees(most)} new</span>
      </div>
      <figcaption className="text-quiet text-sm">{words}</figcaption>
    </figure>
  )
}
