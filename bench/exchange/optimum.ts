// The most people that rings can serve, found in another way than the server's: all rings by plain
// search, all of them in one integer program, no limits.
import loadHighs from 'highs'
import { conditions } from '#contract/books/book-forms.ts'
import type { ExchangeMarket, OpenCopy, Want } from '#server/exchanges/matching/market.ts'
import { ringSize } from '#server/exchanges/matching/policy.ts'

const rupees = (paise: number) => Math.round(paise / 100)

type Market = {
  copies: readonly OpenCopy[]
  /** Of each copy: those that somebody could give in a ring who gets it. */
  next: readonly number[][]
  personOf: readonly number[]
  areBlocked: (one: number, other: number) => boolean
}

function readMarket(market: ExchangeMarket): Market {
  const numbers = new Map(market.people.map(({ id }, at) => [id, at]))
  const numberOf = (id: string) => numbers.get(id) ?? -1
  const blocked = new Set(market.blocks.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const areBlocked = (one: number, other: number) =>
    blocked.has(`${market.people[one]?.id} ${market.people[other]?.id}`)
  const fits = (copy: OpenCopy, want: Want): boolean => {
    const [from, to] = [copy, want].map(({ person }) => market.people[numberOf(person)]?.point)
    const km = from && to ? Math.hypot(from.x - to.x, from.y - to.y) : Number.POSITIVE_INFINITY
    return (
      copy.person !== want.person &&
      want.titles.includes(copy.title) &&
      conditions.indexOf(copy.condition) <= conditions.indexOf(want.worstCondition) &&
      (want.maxKm === undefined || km <= want.maxKm)
    )
  }
  const copiesOf = Map.groupBy(
    market.copies.map((copy, at) => ({ copy, at })),
    ({ copy }) => copy.person,
  )
  const next = market.copies.map((copy) => [
    ...new Set(
      market.wants
        .filter((want) => fits(copy, want))
        .flatMap((want) =>
          (copiesOf.get(want.person) ?? [])
            .filter((own) => {
              const pays = rupees(copy.valuePaise) - rupees(own.copy.valuePaise)
              return pays * 100 <= want.mostOnTopPaise
            })
            .map(({ at }) => at),
        ),
    ),
  ])
  const personOf = market.copies.map(({ person }) => numberOf(person))
  return { copies: market.copies, next, personOf, areBlocked }
}

/** The people of all rings, each set once. */
function allRings({ copies, next, personOf, areBlocked }: Market): number[][] {
  const found = new Map<string, number[]>()
  const extend = (first: number, path: readonly number[], people: readonly number[]) => {
    for (const copy of next[path.at(-1) ?? first] ?? []) {
      if (copy === first && people.length >= ringSize.min) {
        const sorted = people.toSorted((one, other) => one - other)
        found.set(sorted.join(), sorted)
      }
      const person = personOf[copy] ?? -1
      if (people.length === ringSize.max || person <= (people[0] ?? 0)) continue
      if (people.some((other) => other === person || areBlocked(other, person))) continue
      extend(first, [...path, copy], [...people, person])
    }
  }
  for (let first = 0; first < copies.length; first++)
    extend(first, [first], [personOf[first] ?? -1])
  return [...found.values()]
}

/** Throws where HiGHS finds no optimum. */
export async function mostPeople(market: ExchangeMarket): Promise<number> {
  const rings = allRings(readMarket(market))
  if (rings.length === 0) return 0
  const highs = await loadHighs()
  const starts = [0]
  for (const ring of rings) starts.push((starts.at(-1) ?? 0) + ring.length)
  const [columns, rows] = [rings.length, market.people.length]
  const indices = rings.flat()
  const model = highs.createModel({
    numCols: columns,
    numRows: rows,
    sense: highs.constants.objectiveSense.maximize,
    colCost: rings.map((ring) => ring.length),
    colLower: new Float64Array(columns),
    colUpper: new Float64Array(columns).fill(1),
    rowLower: new Float64Array(rows).fill(-highs.infinity),
    rowUpper: new Float64Array(rows).fill(1),
    integrality: new Int32Array(columns).fill(highs.constants.variableType.integer),
    matrix: {
      ...{ format: 'csc', numRows: rows, numCols: columns, starts, indices },
      values: indices.map(() => 1),
    },
  })
  try {
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.999 })
    model.run()
    if (model.getModelStatus() !== highs.constants.modelStatus.optimal)
      throw new Error(`HiGHS ended with status ${model.getModelStatus()}.`)
    return Math.round(model.getObjectiveValue())
  } finally {
    model.dispose()
  }
}
