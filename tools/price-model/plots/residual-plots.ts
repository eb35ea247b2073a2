// The plots of residuals: asking price less prediction.
import { conditions } from '../../../contract/books/book-forms.ts'
import { gradedConditions } from '../../../server/pricing/model.ts'
import {
  minListings,
  type Picture,
  type Predicted,
  points,
  precisePoints,
  spread,
} from './plot-data.ts'
import { colours, draw, type Plot, shapes, ticks } from './plot-svg.ts'

const residualAxis = {
  title: 'residual, points of the list price',
  from: -0.2,
  to: 0.2,
  ticks: ticks(-0.2, 0.2, 0.05, points),
}

type AgePoint = ReturnType<typeof spread> & { age: number }
type Course = { condition: string; course: AgePoint[] }

function describeAges(courses: readonly Course[], all: readonly AgePoint[]): string {
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
  return `Residuals by age: medians from ${lowest} to ${highest} points of the list price${ribbonText ?? ''}`
}

export function residualsByAge(rows: readonly Predicted[]): Picture {
  const plot: Plot = {
    title: 'Residuals by age',
    note: `Asked less predicted: medians by condition, and the middle 80% of all graded; ages with ${minListings} or more`,
    x: { title: 'age of the edition, years', from: 0, to: 32, ticks: ticks(0, 32, 4, String) },
    y: residualAxis,
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
  const courses = gradedConditions.map((condition) => ({
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
  return {
    svg,
    alt: describeAges(courses, all),
  }
}

/** A vertical box plot at `x`. */
function boxPlot(
  { line, dot }: ReturnType<typeof shapes>,
  x: number,
  residuals: readonly number[],
  colour: string,
): string[] {
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

/** 'new 7.0 (10.2), …': the width of the middle half, and that of the baseline. */
function widthsByCondition(rows: readonly Predicted[]): string {
  const width = (residuals: readonly number[]) => {
    const { quarter, threeQuarters } = spread(residuals)
    return (100 * (threeQuarters - quarter)).toFixed(1)
  }
  const texts = conditions.flatMap((condition) => {
    const own = rows.filter((row) => row.condition === condition)
    if (own.length === 0) return []
    const model = width(own.map(({ ratio, share }) => ratio - share))
    return [`${condition} ${model} (${width(own.map(({ ratio, baseline }) => ratio - baseline))})`]
  })
  return texts.join(', ')
}

export function residualsByCondition(rows: readonly Predicted[]): Picture {
  const plot: Plot = {
    title: 'Residuals by condition',
    note: 'Asked less predicted: median, middle half, middle 80%; in grey one share per condition',
    x: {
      title: 'condition',
      from: 0,
      to: 4,
      ticks: conditions.map((condition, at) => ({ at: at + 0.5, label: condition })),
    },
    y: residualAxis,
  }
  const drawing = shapes(plot)
  const svg = draw(plot, [
    drawing.line(
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
        ...boxPlot(
          drawing,
          at + 0.4,
          own.map(({ ratio, share }) => ratio - share),
          colours[condition],
        ),
        ...boxPlot(
          drawing,
          at + 0.6,
          own.map(({ ratio, baseline }) => ratio - baseline),
          colours.muted,
        ),
      ]
    }),
  ])
  return {
    svg,
    alt: `Residuals by condition: width of the middle half in points of the list price, in brackets with one share per condition: ${widthsByCondition(rows)}`,
  }
}
