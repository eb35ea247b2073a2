import type { Listing } from '../listings.ts'
import { mean } from '../metrics.ts'
import { type Picture, type Predicted, precisePoints, spread } from './plot-data.ts'
import { colours, draw, type Plot, percent, shapes, ticks } from './plot-svg.ts'

import { residualsByAge, residualsByCondition } from './residual-plots.ts'

function calibration(rows: readonly Predicted[]): Picture {
  const sorted = rows
    .filter(({ condition }) => condition !== 'poor')
    .toSorted((a, b) => a.share - b.share)
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    sorted.slice(
      Math.floor((tenth * sorted.length) / 10),
      Math.floor(((tenth + 1) * sorted.length) / 10),
    ),
  ).filter((tenth) => tenth.length > 0)
  const [from, to] = [0.4, 0.75]
  const axis = (title: string) => ({ title, from, to, ticks: ticks(from, to, 0.05, percent) })
  const plot: Plot = {
    title: 'Calibration',
    note: 'Graded listings in ten equal parts by prediction: the median price asked, and the middle half of them',
    x: axis('predicted, % of the list price'),
    y: axis('asked, % of the list price'),
  }
  const { line, dot } = shapes(plot)
  const places = tenths.map((tenth) => ({
    x: mean(tenth.map(({ share }) => share)),
    ...spread(tenth.map(({ ratio }) => ratio)),
  }))
  const off = places.map(({ x, middle }) => middle - x)
  const marks = places.flatMap(({ x, quarter, middle, threeQuarters }) => {
    return [
      line(
        [
          [x, quarter],
          [x, threeQuarters],
        ],
        colours.new,
        2,
      ),
      dot([x, middle], colours.new),
    ]
  })
  const svg = draw(plot, [
    line(
      [
        [from, from],
        [to, to],
      ],
      colours.muted,
      1.5,
      true,
    ),
    ...marks,
  ])
  const range = `${precisePoints(Math.min(...off))} to ${precisePoints(Math.max(...off))}`
  return {
    svg,
    alt: `Calibration: over the tenths, the median asked less the predicted goes from ${range} points of the list price`,
  }
}

/** The plots by file name. */
export function plots(
  rows: readonly Listing[],
  shares: readonly number[],
  baseline: readonly number[],
): Record<string, Picture> {
  const predictions = rows.map((row, at) => ({
    ...row,
    share: shares[at] ?? 0,
    baseline: baseline[at] ?? 0,
  }))
  return {
    'calibration.svg': calibration(predictions),
    'residuals-by-age.svg': residualsByAge(predictions),
    'residuals-by-condition.svg': residualsByCondition(predictions),
  }
}
