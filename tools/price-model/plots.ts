// The plots of the model card, from the cross-validated predictions.
import { conditions } from '../../contract/book-forms.ts'
import { graded } from '../../server/pricing/model.ts'
import type { Listing } from './listings.ts'
import { mean, quantile } from './metrics.ts'
import { colours, draw, type Plot, percent, shapes, ticks } from './plot-svg.ts'

type Predicted = Listing & { share: number; baseline: number }

const points = (share: number) =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(Math.round(share * 100))}`
/** Points of the list price with one decimal. */
const precisePoints = (share: number) =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(100 * share).toFixed(1)}`
/** `alt` gives the figures of the plot to who can't see it. */
export type Picture = { svg: string; alt: string }
const spread = (values: readonly number[]) => ({
  low: quantile(values, 0.1),
  quarter: quantile(values, 0.25),
  middle: quantile(values, 0.5),
  threeQuarters: quantile(values, 0.75),
  high: quantile(values, 0.9),
})
/** Ages with fewer listings get no point. */
const minListings = 50

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

function residualsByAge(rows: readonly Predicted[]): Picture {
  const plot: Plot = {
    title: 'Residuals by age',
    note: `Asked less predicted: medians by condition, and the middle 80% of all graded; ages with ${minListings} or more`,
    x: { title: 'age of the edition, years', from: 0, to: 32, ticks: ticks(0, 32, 4, String) },
    y: {
      title: 'residual, points of the list price',
      from: -0.2,
      to: 0.2,
      ticks: ticks(-0.2, 0.2, 0.05, points),
    },
  }
  const { line, area, label } = shapes(plot)
  const byAge = (own: readonly Predicted[]) =>
    [...Map.groupBy(own, ({ age }) => Math.round(age))]
      .filter(([age, predictions]) => predictions.length >= minListings && age <= 32)
      .sort(([a], [b]) => a - b)
      .map(([age, predictions]) => ({
        age,
        ...spread(predictions.map(({ ratio, share }) => ratio - share)),
      }))
  const all = byAge(rows.filter(({ condition }) => condition !== 'poor'))
  const ribbon = [
    ...all.map(({ age, high }) => [age, high] as const),
    ...all.toReversed().map(({ age, low }) => [age, low] as const),
  ]
  const courses = graded.map((condition) => ({
    condition,
    course: byAge(rows.filter((row) => row.condition === condition)),
  }))
  const svg = draw(plot, [
    ...(ribbon.length ? [area(ribbon, colours.muted)] : []),
    line(
      [
        [0, 0],
        [32, 0],
      ],
      colours.muted,
      1.5,
      true,
    ),
    ...courses.flatMap(({ condition, course }, at) => {
      const points = course.map(({ age, middle }) => [age, middle] as const)
      return [
        ...(points.length ? [line(points, colours[condition])] : []),
        label([24 + at * 2.6, 0.175], condition, colours[condition]),
      ]
    }),
  ])
  const medians = courses.flatMap(({ condition, course }) =>
    course.map(({ age, middle }) => ({ condition, age, middle })),
  )
  medians.sort((a, b) => a.middle - b.middle)
  const [lowest, highest] = [medians[0], medians.at(-1)].map(
    (point) => point && `${precisePoints(point.middle)} (${point.condition}, ${point.age} years)`,
  )
  const widest = all.toSorted((a, b) => b.high - b.low - (a.high - a.low))[0]
  const ribbonText =
    widest &&
    `; the middle 80% is widest at ${widest.age} years, from ${precisePoints(widest.low)} to ${precisePoints(widest.high)}`
  return {
    svg,
    alt: `Residuals by age: medians from ${lowest} to ${highest} points of the list price${ribbonText ?? ''}`,
  }
}

function residualsByCondition(rows: readonly Predicted[]): Picture {
  const plot: Plot = {
    title: 'Residuals by condition',
    note: 'Asked less predicted: median, middle half, middle 80%; in grey one share per condition',
    x: {
      title: 'condition',
      from: 0,
      to: 4,
      ticks: conditions.map((condition, at) => ({ at: at + 0.5, label: condition })),
    },
    y: {
      title: 'residual, points of the list price',
      from: -0.2,
      to: 0.2,
      ticks: ticks(-0.2, 0.2, 0.05, points),
    },
  }
  const { line, dot } = shapes(plot)
  const column = (x: number, residuals: readonly number[], colour: string) => {
    const { low, quarter, middle, threeQuarters, high } = spread(residuals)
    return [
      line(
        [
          [x, low],
          [x, high],
        ],
        colour,
        2,
      ),
      line(
        [
          [x, quarter],
          [x, threeQuarters],
        ],
        colour,
        10,
      ),
      dot([x, middle], '#1f2421'),
    ]
  }
  const svg = draw(plot, [
    line(
      [
        [0, 0],
        [4, 0],
      ],
      colours.muted,
      1.5,
      true,
    ),
    ...conditions.flatMap((condition, at) => {
      const own = rows.filter((row) => row.condition === condition)
      if (own.length === 0) return []
      return [
        ...column(
          at + 0.4,
          own.map(({ ratio, share }) => ratio - share),
          colours[condition],
        ),
        ...column(
          at + 0.6,
          own.map(({ ratio, baseline }) => ratio - baseline),
          colours.muted,
        ),
      ]
    }),
  ])
  const width = (residuals: readonly number[]) => {
    const { quarter, threeQuarters } = spread(residuals)
    return (100 * (threeQuarters - quarter)).toFixed(1)
  }
  const said = conditions.flatMap((condition) => {
    const own = rows.filter((row) => row.condition === condition)
    if (own.length === 0) return []
    return [
      `${condition} ${width(own.map(({ ratio, share }) => ratio - share))} (${width(own.map(({ ratio, baseline }) => ratio - baseline))})`,
    ]
  })
  return {
    svg,
    alt: `Residuals by condition: width of the middle half in points of the list price, in brackets with one share per condition: ${said.join(', ')}`,
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
