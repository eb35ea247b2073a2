// Which books are sold, to whom, and how they were rated: what the counters of books and sellers
// follow from.
import { seeded } from '#server/demo/random.ts'
import { type MarketSizes, sellerOf } from './ids.ts'
import type { Title } from './titles.ts'

export type Sale = { book: number; buyer: number; stars: number | undefined }
type Ratings = { sum: number; count: number }

/** Every fiftieth book is sold: 2 %. */
const soldEvery = 50
const ratedShare = 0.6

export type Plan = {
  titles: Title[]
  titleOf: Uint32Array
  sales: Sale[]
  ratingsOfTitle: Map<string, Ratings>
  ratingsOfSeller: Map<number, Ratings>
}

function addStars<Key>(ratings: Map<Key, Ratings>, key: Key, stars: number): void {
  const { sum, count } = ratings.get(key) ?? { sum: 0, count: 0 }
  ratings.set(key, { sum: sum + stars, count: count + 1 })
}

/** A person's second rating of a title or a seller would replace the first: there are none. */
export function planMarket(sizes: MarketSizes, titles: Title[]): Plan {
  const random = seeded('bench sales')
  const titleOf = Uint32Array.from({ length: sizes.books }, () =>
    Math.floor(titles.length * random.next() ** 2),
  )
  const rated = new Set<string>()
  const ratingsOfTitle: Plan['ratingsOfTitle'] = new Map()
  const ratingsOfSeller: Plan['ratingsOfSeller'] = new Map()
  const sales: Sale[] = []
  for (let book = soldEvery - 1; book < sizes.books; book += soldEvery) {
    const drawn = random.integer(0, sizes.buyers - 1)
    // This buyer has a chat about it already.
    const buyer = drawn === book ? 0 : drawn
    const stars = random.pick([5, 5, 4, 4, 3, 2, 1])
    const key = (titles[titleOf[book] as number] as Title).key
    const seller = sellerOf(book, sizes)
    const pairs = [`${buyer} ${key}`, `${buyer} ${seller}`]
    if (random.chance(1 - ratedShare) || pairs.some((pair) => rated.has(pair))) {
      sales.push({ book, buyer, stars: undefined })
      continue
    }
    for (const pair of pairs) rated.add(pair)
    addStars(ratingsOfTitle, key, stars)
    addStars(ratingsOfSeller, seller, stars)
    sales.push({ book, buyer, stars })
  }
  return { titles, titleOf, sales, ratingsOfTitle, ratingsOfSeller }
}
