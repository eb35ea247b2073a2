import type { PriceBand } from '#contract/books/pricing.ts'
import { formatPriceBand, formatRupees, isCompleteBand } from '#web/format.ts'

type Props = {
  band: PriceBand
  /** The list price, at the right end of the scale. */
  max: number
  marker: { price: number; label: string }
  outdatedText?: string | undefined
}

/** Shows what similar copies sell for, on a scale from ₹0 to the list price. */
export function PriceScale({ band, max, marker, outdatedText }: Props) {
  if (!isCompleteBand(band) || !(max > 0)) return null
  const percentAt = (amount: number) => Math.min(100, Math.max(0, (amount / max) * 100))
  const width = Math.max(1.5, percentAt(band.high) - percentAt(band.low))
  const isOutdated = outdatedText !== undefined
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className={`min-h-5 text-sm ${isOutdated ? 'text-accent-text' : 'text-muted'}`}>
        {outdatedText ?? `Similar copies sell for ${formatPriceBand(band)}.`}
      </figcaption>
      <svg
        className={`h-14 w-full overflow-visible ${isOutdated ? 'opacity-50' : ''}`}
        aria-hidden="true"
      >
        <Label position={percentAt(marker.price)} y={14} isStrong>
          {marker.label}
        </Label>
        <svg x={`${percentAt(marker.price)}%`} y="19" overflow="visible" aria-hidden="true">
          <path d="M-6 0H6L0 8z" className="fill-foreground" />
        </svg>
        <rect x="0" y="29" width="100%" height="10" rx="2" className="fill-border stroke-muted" />
        <rect
          x={`${Math.min(percentAt(band.low), 100 - width)}%`}
          y="29"
          width={`${width}%`}
          height="10"
          className="fill-primary"
          data-band
        />
        <Label position={0} y={54}>
          ₹0
        </Label>
        <Label position={100} y={54}>{`Original price ${formatRupees(max)}`}</Label>
      </svg>
    </figure>
  )
}

type LabelProps = { position: number; y: number; isStrong?: boolean; children: string }

/** A text at a position in percent, aligned so that it stays within the scale. */
const Label = ({ position, y, isStrong = false, children }: LabelProps) => (
  <text
    x={`${position}%`}
    y={y}
    textAnchor={position < 30 ? 'start' : position > 70 ? 'end' : 'middle'}
    className={`text-xs tabular-nums ${isStrong ? 'fill-foreground font-medium' : 'fill-muted'}`}
  >
    {children}
  </text>
)
