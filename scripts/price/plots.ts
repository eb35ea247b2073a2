// The card's plots, from what was said of each listing by a fit without its book.
import { conditions } from '#contract/book-forms.ts'
import { graded } from '#server/pricing/model.ts'
import { colours, draw, type Plot, pen, percent, ticks } from './draw.ts'
import type { Listing } from './listings.ts'
import { mean, quantile } from './measure.ts'

type Told = Listing & { share: number; baseline: number }

const points = (share: number) => `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(Math.round(share * 100))}`
const spread = (values: readonly number[]) => ({
  low: quantile(values, 0.1),
  quarter: quantile(values, 0.25),
  middle: quantile(values, 0.5),
  threeQuarters: quantile(values, 0.75),
  high: quantile(values, 0.9),
})
/** Fewer listings than this make no point. */
const few = 50

function calibration(rows: readonly Told[]): string {
  const sorted = rows.filter(({ condition }) => condition !== 'poor').toSorted((one, other) => one.share - other.share)
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    sorted.slice(Math.floor((tenth * sorted.length) / 10), Math.floor(((tenth + 1) * sorted.length) / 10)),
  ).filter((tenth) => tenth.length > 0)
  const [from, to] = [0.4, 0.75]
  const axis = (title: string) => ({ title, from, to, ticks: ticks(from, to, 0.05, percent) })
  const plot: Plot = {
    title: 'Calibration',
    note: 'Graded listings in ten equal parts by prediction: the median price asked, and the middle half of them',
    x: axis('predicted, % of the list price'),
    y: axis('asked, % of the list price'),
  }
  const { line, dot } = pen(plot)
  const marks = tenths.flatMap((tenth) => {
    const x = mean(tenth.map(({ share }) => share))
    const { quarter, middle, threeQuarters } = spread(tenth.map(({ ratio }) => ratio))
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
  return draw(plot, [
    line(
      [
        [from, from],
        [to, to],
      ],
      colours.quiet,
      1.5,
      true,
    ),
    ...marks,
  ])
}

function residualsByAge(rows: readonly Told[]): string {
  const plot: Plot = {
    title: 'Residuals by age',
    note: `Asked less predicted: medians by condition, and the middle 80% of all graded; ages with ${few} or more`,
    x: { title: 'age of the edition, years', from: 0, to: 32, ticks: ticks(0, 32, 4, String) },
    y: { title: 'residual, points of the list price', from: -0.2, to: 0.2, ticks: ticks(-0.2, 0.2, 0.05, points) },
  }
  const { line, area, label } = pen(plot)
  const byAge = (own: readonly Told[]) =>
    [...Map.groupBy(own, ({ age }) => Math.round(age))]
      .filter(([age, told]) => told.length >= few && age <= 32)
      .sort(([one], [other]) => one - other)
      .map(([age, told]) => ({ age, ...spread(told.map(({ ratio, share }) => ratio - share)) }))
  const all = byAge(rows.filter(({ condition }) => condition !== 'poor'))
  const ribbon = [...all.map(({ age, high }) => [age, high] as const), ...all.toReversed().map(({ age, low }) => [age, low] as const)]
  return draw(plot, [
    ...(ribbon.length ? [area(ribbon, colours.quiet)] : []),
    line(
      [
        [0, 0],
        [32, 0],
      ],
      colours.quiet,
      1.5,
      true,
    ),
    ...graded.flatMap((condition, at) => {
      const course = byAge(rows.filter((row) => row.condition === condition)).map(({ age, middle }) => [age, middle] as const)
      return [...(course.length ? [line(course, colours[condition])] : []), label([24 + at * 2.6, 0.175], condition, colours[condition])]
    }),
  ])
}

function residualsByCondition(rows: readonly Told[]): string {
  const plot: Plot = {
    title: 'Residuals by condition',
    note: 'Asked less predicted: median, middle half, middle 80%; in grey one share per condition',
    x: { title: 'condition', from: 0, to: 4, ticks: conditions.map((condition, at) => ({ at: at + 0.5, label: condition })) },
    y: { title: 'residual, points of the list price', from: -0.2, to: 0.2, ticks: ticks(-0.2, 0.2, 0.05, points) },
  }
  const { line, dot } = pen(plot)
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
  return draw(plot, [
    line(
      [
        [0, 0],
        [4, 0],
      ],
      colours.quiet,
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
          colours.quiet,
        ),
      ]
    }),
  ])
}

/** Each plot under its file's name. */
export function plots(rows: readonly Listing[], shares: readonly number[], baseline: readonly number[]): Record<string, string> {
  const told = rows.map((row, at) => ({ ...row, share: shares[at] ?? 0, baseline: baseline[at] ?? 0 }))
  return {
    'calibration.svg': calibration(told),
    'residuals-by-age.svg': residualsByAge(told),
    'residuals-by-condition.svg': residualsByCondition(told),
  }
}
