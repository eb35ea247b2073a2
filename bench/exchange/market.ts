// A market of students who exchange books, the same each time for the same seed. Taste goes by
// branch and class, popularity by Zipf's law, and people live where PIN codes are.
import { zipf } from '#bench/load/zipf.ts'
import { conditions } from '#contract/books/book-forms.ts'
import { branches } from '#contract/books/branches.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import type { ExchangeMarket, OpenCopy, Person, Want } from '#server/exchanges/matching/market.ts'
import { type PlaceWithPoint, readTable } from '#server/places/table.ts'
import { suggestBand } from '#server/pricing/rules.ts'

export type MarketSize = {
  people: number
  copies: number
  wants: number
  /** How many cities they live in, the largest first by Zipf's law. */
  cities: number
  /** Of each branch and class. */
  titles: number
  classes: number
}

type Title = { key: string; listPaise: number }
const year = 2026
let cities: PlaceWithPoint[][] | undefined

function placesByCity(): PlaceWithPoint[][] {
  if (cities) return cities
  const found = new Map<string, PlaceWithPoint[]>()
  for (const place of readTable().values()) {
    const key = `${place.city}, ${place.state}`
    if (place.point) found.set(key, [...(found.get(key) ?? []), place])
  }
  cities = [...found.values()].sort((left, right) => right.length - left.length)
  return cities
}

function drawPerson(random: Random, id: string, drawCity: () => number): Person {
  const { point } = random.pick(placesByCity()[drawCity()] as PlaceWithPoint[])
  return { id, ...(point && { point }) }
}

const priceOf = (title: Title, random: Random, condition: OpenCopy['condition']) =>
  suggestBand(
    { condition, publicationYear: random.integer(2012, 2025), originalPrice: title.listPaise },
    year,
  ).predicted

/** Titles of each branch and class, the most popular first. */
function makeShelves(random: Random, count: number, { titles, classes }: MarketSize): Title[][] {
  return Array.from({ length: count * classes }, (_, shelf) =>
    Array.from({ length: titles }, (_, rank) => ({
      key: `shelf ${shelf} title ${rank}`,
      listPaise: 100 * Math.round(120 * Math.exp(random.next() * 2)),
    })),
  )
}

export function makeMarket(seed: string, size: MarketSize): ExchangeMarket {
  const random = seeded(`exchange ${seed}`)
  const { classes } = size
  const shelves = makeShelves(random, branches.length, size)
  const drawRank = zipf(size.titles, random)
  const drawBranch = zipf(branches.length, random)
  const drawCity = zipf(size.cities, random)
  const people = Array.from({ length: size.people }, (_, at) => ({
    ...drawPerson(random, `person ${at}`, drawCity),
    branch: drawBranch(),
    level: random.integer(0, classes - 1),
  }))
  type Reader = (typeof people)[number]
  /**
   * Mostly their own branch: what they have is of this class or the last, what they want of this or
   * the next.
   */
  const drawTitle = ({ branch, level }: Reader, step: number): Title => {
    const ofBranch = random.chance(0.75) ? branch : drawBranch()
    const ofClass = random.chance(0.4) ? level + step : level
    const shelf = ofBranch * classes + ((ofClass + classes) % classes)
    return (shelves[shelf] as Title[])[drawRank()] as Title
  }
  // Everyone has and wants one at least; most who have more have two or three.
  const owners = (count: number): Reader[] => [
    ...people,
    ...Array.from({ length: count - people.length }, () => random.pick(people)),
  ]
  const copies = owners(size.copies).map((person, at): OpenCopy => {
    const title = drawTitle(person, -1)
    const condition = random.pick([...conditions.slice(1), 'good', 'good', 'average'] as const)
    return {
      ...{ id: `copy ${at}`, person: person.id, title: title.key, condition },
      valuePaise: priceOf(title, random, condition),
    }
  })
  const wants = owners(size.wants).map((person, at): Want => {
    const maxKm = random.pick([15, 40, 100, undefined])
    return {
      ...{ id: `want ${at}`, person: person.id, titles: [drawTitle(person, 1).key] },
      worstCondition: random.pick(['good', 'average', 'average', 'poor', 'poor']),
      mostOnTopPaise: 100 * random.pick([0, 50, 50, 100, 100, 150, 200, 300]),
      ...(maxKm !== undefined && { maxKm }),
    }
  })
  const blocks = Array.from({ length: Math.round(size.people / 20) }, () => {
    const [left, right] = [random.pick(people), random.pick(people)]
    return [left.id, right.id] as const
  }).filter(([left, right]) => left !== right)
  return {
    people: people.map(({ id, point }) => ({ id, ...(point && { point }) })),
    copies,
    wants,
    blocks,
  }
}
