import { minReliableSales } from './policy.ts'

type Props = {
  cx?: number | undefined
  cy?: number | undefined
  colour: string
  /** Too few to rely on: the dot is hollow. */
  sales: number
  isSquare?: boolean
}

/** A month in a chart; nothing where it has no sales. */
export function MonthDot({ cx, cy, colour, sales, isSquare = false }: Props) {
  if (cx === undefined || cy === undefined || Number.isNaN(cy)) return null
  const style = {
    fill: sales < minReliableSales ? 'var(--surface)' : colour,
    stroke: colour,
    strokeWidth: 2,
  }
  return isSquare ? (
    <rect x={cx - 3.5} y={cy - 3.5} width={7} height={7} {...style} />
  ) : (
    <circle cx={cx} cy={cy} r={3.5} {...style} />
  )
}
