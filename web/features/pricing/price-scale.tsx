// Where a price lies between nothing and the printed price, and where such copies' prices are expected.
import type { ReactNode } from 'react'
import type { PriceBand } from '#contract/pricing.ts'
import { bandWords, isBand, rupees, rupeesExact } from '#web/format.ts'

type Props = {
  band: PriceBand
  /** The printed price, at the right end. */
  max: number
  predicted: number
  /** What is asked instead of the predicted price. */
  own?: { price: number; words: string } | undefined
  /** Says that the scale doesn't hold any more, in the place of its words. */
  old?: string | undefined
  /** What else is told beneath. */
  children?: ReactNode
}

/** A rail with a band on it. What points at the rail stands above and below: however narrow the band, nothing hides it. */
export function PriceScale({ band, max, predicted, own, old, children }: Props) {
  // Without its band a prediction is a number alone.
  if (!isBand(band) || !(max > 0)) return null
  const at = (amount: number) => Math.min(100, Math.max(0, (amount / max) * 100))
  const width = Math.max(1.5, at(band.high) - at(band.low))
  const named = own ?? { price: predicted, words: `predicted ${rupeesExact(predicted)}` }
  const { low, high } = band
  return (
    <figure className="flex flex-col gap-1">
      <svg
        className={`h-18 w-full overflow-visible ${old === undefined ? '' : 'opacity-50'}`}
        aria-hidden="true"
      >
        <Label at={at(named.price)} y={12} strong>
          {named.words}
        </Label>
        <svg x={`${at(named.price)}%`} y="17" overflow="visible" aria-hidden="true">
          <path d="M-6 0H6L0 8z" className="fill-foreground" />
        </svg>
        <rect x="0" y="27" width="100%" height="10" rx="2" className="fill-border stroke-muted" />
        <rect
          x={`${Math.min(at(low), 100 - width)}%`}
          y="27"
          width={`${width}%`}
          height="10"
          className="fill-primary"
          data-band
        />
        <rect
          x={`${Math.min(99.5, at(predicted))}%`}
          y="38"
          width="2"
          height="6"
          className="fill-foreground"
          data-predicted
        />
        <Label at={(at(low) + at(high)) / 2} y={56}>
          {low === high ? rupees(low) : `${rupees(low)} to ${rupees(high)}`}
        </Label>
        <Label at={0} y={72}>
          ₹0
        </Label>
        <Label at={100} y={72}>{`printed price ${rupees(max)}`}</Label>
      </svg>
      <figcaption className="flex flex-col gap-1 pt-1 text-muted text-sm">
        <p className={old === undefined ? '' : 'text-accent-text'}>
          {old ??
            `Expected ${bandWords(band)}${own ? `; predicted ${rupeesExact(predicted)}` : ''}.`}
        </p>
        {children}
      </figcaption>
    </figure>
  )
}

/** A text under or above its place; at the ends of the rail it stays within them. */
function Label({
  at,
  y,
  strong = false,
  children,
}: {
  at: number
  y: number
  strong?: boolean
  children: ReactNode
}) {
  return (
    <text
      x={`${at}%`}
      y={y}
      textAnchor={at < 30 ? 'start' : at > 70 ? 'end' : 'middle'}
      className={`text-xs tabular-nums ${strong ? 'fill-foreground font-medium' : 'fill-muted'}`}
    >
      {children}
    </text>
  )
}
