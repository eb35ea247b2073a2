// The committed summary of the listings, from which the model can be fitted without them.
import { readFileSync } from 'node:fs'
import { type Condition, conditions } from '../../contract/books/book-forms.ts'
import inUse from '../../server/pricing/fitted.json' with { type: 'json' }
import { type Model, priceShares } from '../../server/pricing/model.ts'
import { folds } from './cross-validation.ts'
import { foldOf, type Listing, type Listings } from './listings.ts'
import { mean, quantile } from './metrics.ts'
import { type DataVariances, variancesOf } from './title-knowledge.ts'

/**
 * Listings of one condition and fold with about the same age and list price. `ratios` are pairs: a
 * ratio of asking price to list price in steps of `ratioStep`, and how many listings asked it.
 */
type Group = [fold: number, age: number, listPrice: number, books: number, ...ratios: number[]]

export type Summary = {
  about: string
  source: string
  /** Facts of the CSV file. */
  data: { sha256: string; bytes: number; rows: number; skipped: number; books: number }
  ratioStep: number
  /** Between and within books, by the model in use. */
  titleVariances: DataVariances
  groups: Record<Condition, Group[]>
}

export const summaryFile = new URL('data/summary.json', import.meta.url)
const about =
  'Made by npm run price:summary. Each line: fold, mean age in years, mean list price, number of books, then pairs of a ratio (in steps) and its number of listings. `titleVariances`: of logarithms of prices over the model in use, between books and within them.'
const source =
  'Listings of Aladin, crawled in July 2024 by the authors of https://github.com/kdt-3-second-Project/aladin_usedbook (MIT; commit d8d9372c).'

const ratioStep = 0.005
const priceClasses = 20
/** Where the classes of age begin, in years. */
const ageClasses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 23, 27, 31, 36]
/** No group has fewer listings, unless its whole price class has. */
const minListings = 5

type FittedModel = Model & { data: { medianListPrice: number } }

const predictedShare = (model: FittedModel, { condition, age, listPrice }: Listing): number =>
  priceShares({ condition, age, relativePrice: listPrice / model.data.medianListPrice }, model)
    .predicted

const decimals = (value: number, count: number) => Number(value.toFixed(count))

/** Joins neighbouring classes until each has `minListings`. */
function joinSmall(classes: readonly (readonly Listing[])[]): Listing[][] {
  const joined: Listing[][] = []
  let open: Listing[] = []
  for (const rows of classes) {
    open.push(...rows)
    if (open.length < minListings) continue
    joined.push(open)
    open = []
  }
  if (joined.length === 0) return open.length ? [open] : []
  joined.at(-1)?.push(...open)
  return joined
}

function groupOf(fold: number, rows: readonly Listing[]): Group {
  const counts = new Map<number, number>()
  for (const { ratio } of rows) {
    const step = Math.round(ratio / ratioStep)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  return [
    fold,
    decimals(mean(rows.map(({ age }) => age)), 1),
    Math.round(mean(rows.map(({ listPrice }) => listPrice))),
    new Set(rows.map(({ book }) => book)).size,
    ...[...counts].sort(([a], [b]) => a - b).flat(),
  ]
}

function titleVariancesOf(rows: readonly Listing[]): DataVariances {
  const { between, within } = variancesOf(
    rows,
    rows.map((row) => predictedShare(inUse, row)),
  )
  return { between: decimals(between, 6), within: decimals(within, 6) }
}

export function summarise({ rows, ...data }: Listings): Summary {
  const prices = rows.map(({ listPrice }) => listPrice)
  const edges = Array.from({ length: priceClasses - 1 }, (_, at) =>
    quantile(prices, (at + 1) / priceClasses),
  )
  const groupsOf = (condition: Condition) =>
    folds.flatMap((fold) => {
      const own = rows.filter(
        (row) => row.condition === condition && foldOf(row.book, folds.length) === fold,
      )
      const byPrice = Map.groupBy(
        own,
        ({ listPrice }) => edges.filter((edge) => edge <= listPrice).length,
      )
      // Classes of price with too few listings are joined first, then classes of age within each.
      const priced = joinSmall([...byPrice].sort(([a], [b]) => a - b).map(([, found]) => found))
      return priced.flatMap((found) => {
        const byAge = Map.groupBy(found, ({ age }) =>
          ageClasses.findLastIndex((from) => age >= from),
        )
        const aged = joinSmall([...byAge].sort(([a], [b]) => a - b).map(([, group]) => group))
        return aged.map((group) => groupOf(fold, group))
      })
    })
  const { sha256, bytes, skipped, books } = data
  return {
    about,
    source,
    data: { sha256, bytes, rows: rows.length, skipped, books },
    ratioStep,
    titleVariances: titleVariancesOf(rows),
    groups: {
      new: groupsOf('new'),
      good: groupsOf('good'),
      average: groupsOf('average'),
      poor: groupsOf('poor'),
    },
  }
}

/**
 * Listings that have the summary's counts. Their books are as many in each group as there were, but
 * a book with copies in several groups is several.
 */
export function expand({ groups, ratioStep: step, data }: Summary): Listings {
  const rows = conditions.flatMap((condition) =>
    groups[condition].flatMap(([fold, age, listPrice, books, ...ratios], group) => {
      const own: Listing[] = []
      for (let at = 0; at < ratios.length; at += 2) {
        const ratio = decimals((ratios[at] ?? 0) * step, 6)
        for (let count = ratios[at + 1] ?? 0; count > 0; count--) {
          const book = `${condition} ${group} ${own.length % books}`
          const askingPrice = ratio * listPrice
          own.push({ book, condition, age, listPrice, askingPrice, ratio, fold })
        }
      }
      return own
    }),
  )
  return { ...data, rows, leftOut: '' }
}

export const readSummary = (): Summary => JSON.parse(readFileSync(summaryFile, 'utf8'))

/**
 * How far apart two models' predictions are, in points of the list price, over the graded listings.
 */
export function differencesOf(
  rows: readonly Listing[],
  model: FittedModel,
  reference: FittedModel,
): number[] {
  return rows
    .filter(({ condition }) => condition !== 'poor')
    .map((row) => 100 * Math.abs(predictedShare(model, row) - predictedShare(reference, row)))
}

/** A sentence with those differences. */
export function differenceOf(
  rows: readonly Listing[],
  model: FittedModel,
  reference: FittedModel,
): string {
  const differences = differencesOf(rows, model, reference)
  const [average, high] = [mean(differences), quantile(differences, 0.95)]
  return `Against the model in use, predictions differ by ${average.toFixed(2)} points of the list price on average, and by at most ${high.toFixed(2)} for 95% of the listings.`
}
