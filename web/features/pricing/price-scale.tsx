import type { ReactNode } from 'react'
import type { PriceBand } from '#contract/books/pricing.ts'
import { formatPriceBand, formatRupees, isCompleteBand } from '#web/format.ts'

type Marker = { price: number; label: string }

type Props = {
  band: PriceBand
  /** The list price, at the right end of the scale. */
  max: number
  predicted: number
  ownPrice?: Marker | undefined
  /** The price was predicted when the copy was listed, not just now. */
  isListed?: boolean
  outdatedText?: string | undefined
  children?: ReactNode
}

/**
 * The expected price band on a scale from ₹0 to the list price. The markers are above and
 * below the bar, so that they never cover a narrow band.
 */
export function PriceScale({
  band,
  max,
  predicted,
  ownPrice,
  isListed = false,
  outdatedText,
  children,
}: Props) {
  if (!isCompleteBand(band) || !(max > 0)) return null
  const percentAt = (amount: number) => Math.min(100, Math.max(0, (amount / max) * 100))
  const width = Math.max(1.5, percentAt(band.high) - percentAt(band.low))
  const marker: Marker = ownPrice ?? {
    price: predicted,
    label: `predicted ${formatRupees(predicted)}`,
  }
  const { low, high } = band
  const predictedText = ownPrice
    ? `; predicted ${formatRupees(predicted)}${isListed ? ' when it was listed' : ''}`
    : ''
  return (
    <figure className="flex flex-col gap-1">
      <svg
        className={`h-18 w-full overflow-visible ${outdatedText === undefined ? '' : 'opacity-50'}`}
        aria-hidden="true"
      >
        <Label position={percentAt(marker.price)} y={12} isStrong>
          {marker.label}
        </Label>
        <svg x={`${percentAt(marker.price)}%`} y="17" overflow="visible" aria-hidden="true">
          <path d="M-6 0H6L0 8z" className="fill-foreground" />
        </svg>
        <rect x="0" y="27" width="100%" height="10" rx="2" className="fill-border stroke-muted" />
        <rect
          x={`${Math.min(percentAt(low), 100 - width)}%`}
          y="27"
          width={`${width}%`}
          height="10"
          className="fill-primary"
          data-band
        />
        <rect
          x={`${Math.min(99.5, percentAt(predicted))}%`}
          y="38"
          width="2"
          height="6"
          className="fill-foreground"
          data-predicted
        />
        <Label position={(percentAt(low) + percentAt(high)) / 2} y={56}>
          {low === high ? formatRupees(low) : `${formatRupees(low)} to ${formatRupees(high)}`}
        </Label>
        <Label position={0} y={72}>
          ₹0
        </Label>
        <Label position={100} y={72}>{`printed price ${formatRupees(max)}`}</Label>
      </svg>
      <figcaption className="flex flex-col gap-1 pt-1 text-muted text-sm">
        <p className={`min-h-5 ${outdatedText === undefined ? '' : 'text-accent-text'}`}>
          {outdatedText ?? `Expected ${formatPriceBand(band)}${predictedText}.`}
        </p>
        {children}
      </figcaption>
    </figure>
  )
}

/** A text at a position in percent; near the ends it stays within the scale. */
function Label({
  position,
  y,
  isStrong = false,
  children,
}: {
  position: number
  y: number
  isStrong?: boolean
  children: ReactNode
}) {
  return (
    <text
      x={`${position}%`}
      y={y}
      textAnchor={position < 30 ? 'start' : position > 70 ? 'end' : 'middle'}
      className={`text-xs tabular-nums ${isStrong ? 'fill-foreground font-medium' : 'fill-muted'}`}
    >
      {children}
    </text>
  )
}
