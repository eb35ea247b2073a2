// Draws plots as SVG: a title, two axes, and shapes in their units. The background is opaque, so
// that it reads on light and dark pages.

export const colours = {
  new: '#1e5945',
  good: '#b36a00',
  average: '#3b5b92',
  poor: '#b3362b',
  muted: '#8f8a7e',
} as const
const [ground, ink, grid] = ['#fbf7ef', '#1f2421', '#e0d8c8']
const [width, height] = [720, 420]
const margin = { left: 76, right: 24, top: 66, bottom: 62 }

type Axis = {
  title: string
  from: number
  to: number
  ticks: { at: number; label: string }[]
}
export type Plot = { title: string; note: string; x: Axis; y: Axis }
type Point = readonly [x: number, y: number]

const round = (value: number) => Number(value.toFixed(1))
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const ticks = (from: number, to: number, step: number, label: (value: number) => string) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, tick) => ({
    at: from + tick * step,
    label: label(from + tick * step),
  }))
export const percent = (share: number) => `${Math.round(share * 100)}%`

/** Shapes in the units of the axes. */
export function shapes({ x, y }: Plot) {
  const inX = (value: number) =>
    round(margin.left + ((value - x.from) / (x.to - x.from)) * (width - margin.left - margin.right))
  const inY = (value: number) =>
    round(
      height -
        margin.bottom -
        ((value - y.from) / (y.to - y.from)) * (height - margin.top - margin.bottom),
    )
  const path = (points: readonly Point[]) =>
    points.map(([px, py], at) => `${at ? 'L' : 'M'}${inX(px)} ${inY(py)}`).join('')
  return {
    line: (points: readonly Point[], colour: string, stroke = 2, dashed = false) =>
      `<path d="${path(points)}" fill="none" stroke="${colour}" stroke-width="${stroke}"${dashed ? ' stroke-dasharray="5 5"' : ''}/>`,
    area: (points: readonly Point[], colour: string) =>
      `<path d="${path(points)}Z" fill="${colour}" fill-opacity=".13"/>`,
    dot: ([px, py]: Point, colour: string) =>
      `<circle cx="${inX(px)}" cy="${inY(py)}" r="4.5" fill="${colour}"/>`,
    label: ([px, py]: Point, text: string, colour: string = ink, anchor = 'start') =>
      `<text x="${inX(px)}" y="${inY(py)}" fill="${colour}" text-anchor="${anchor}">${escaped(text)}</text>`,
  }
}

export function draw({ title, note, x, y }: Plot, drawn: readonly string[]): string {
  const plot = { title, note, x, y }
  const { line } = shapes(plot)
  const [bottom, left] = [height - margin.bottom, margin.left]
  const lines = [
    ...x.ticks.map(({ at }) =>
      line(
        [
          [at, y.from],
          [at, y.to],
        ],
        grid,
        1,
      ),
    ),
    ...y.ticks.map(({ at }) =>
      line(
        [
          [x.from, at],
          [x.to, at],
        ],
        grid,
        1,
      ),
    ),
  ]
  const at = (axis: Axis, value: number, length: number) =>
    ((value - axis.from) / (axis.to - axis.from)) * length
  const labels = [
    ...x.ticks.map(
      (tick) =>
        `<text x="${round(left + at(x, tick.at, width - left - margin.right))}" y="${bottom + 20}" text-anchor="middle">${escaped(tick.label)}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<text x="${left - 10}" y="${round(bottom - at(y, tick.at, bottom - margin.top) + 4)}" text-anchor="end">${escaped(tick.label)}</text>`,
    ),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">
<title>${escaped(title)}. ${escaped(note)}</title>
<rect width="${width}" height="${height}" rx="10" fill="${ground}"/>
<text x="24" y="30" font-size="17" font-weight="600">${escaped(title)}</text>
<text x="24" y="50" fill="#5b6058">${escaped(note)}</text>
${[...lines, ...labels, ...drawn].join('\n')}
<text x="${(left + width - margin.right) / 2}" y="${height - 16}" text-anchor="middle">${escaped(x.title)}</text>
<text transform="translate(20 ${(margin.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.title)}</text>
</svg>
`
}
