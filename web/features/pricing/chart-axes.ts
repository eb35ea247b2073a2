export const chartMargin = { top: 8, right: 20, bottom: 24, left: 0 }
const titleStyle = { fill: 'var(--muted)', fontSize: 12 }
export const xAxisLabel = (value: string) => ({
  label: { value, position: 'bottom' as const, offset: 6, ...titleStyle },
})
export const yAxisLabel = (value: string) => ({
  label: {
    value,
    angle: -90,
    position: 'insideLeft' as const,
    offset: 8,
    style: { textAnchor: 'middle' as const },
    ...titleStyle,
  },
})
/** A scale that starts and ends at a tick. */
export const tickScale = (ticks: number[]) => ({
  ticks,
  domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
  interval: 0 as const,
})
