// What the buyers of the demo market want: books of schools and exams, a few of them very much.
import type { Insertable } from 'kysely'
import { titleSearchText } from '#contract/books/title-key.ts'
import { pinCodeIn, placeColumns } from '#server/places/places.ts'
import type { WantsTable } from '#server/platform/database/tables.ts'
import type { Title } from './catalogue.ts'
import { seeded } from './random.ts'

const wantedBranches = new Set(['School (Class 1-10)', 'Class 11-12', 'Competitive Exams'])
const dayMs = 86_400_000

type Buyer = { personId: string; address: string }

/** `titles` are in the order of the catalogue: the first ones are the most wanted. */
export function makeWants(
  buyers: readonly Buyer[],
  titles: readonly Title[],
  now: Date,
): Insertable<WantsTable>[] {
  const wanted = titles.filter(({ branch }) => wantedBranches.has(branch))
  return buyers.flatMap(({ personId, address }) => {
    const random = seeded(`wants ${address}`)
    const chosen = new Set<Title>()
    for (let left = random.integer(2, 6); left > 0; left--) {
      const title = wanted[Math.floor(wanted.length * random.next() ** 2)]
      if (title) chosen.add(title)
    }
    const place = placeColumns(pinCodeIn(address) ?? null)
    return [...chosen].map((title) => {
      const created_at = new Date(now.getTime() - random.integer(1, 20) * dayMs)
      return {
        id: random.id(created_at),
        person_id: personId,
        title: title.title,
        author: title.author,
        isbn: title.isbn ?? null,
        branch: title.branch,
        search_text: titleSearchText(title),
        worst_condition: random.pick(['good', 'average', 'average', 'poor'] as const),
        most_on_top: random.pick([0, 0, 5_000, 10_000]),
        within_km: null,
        ...place,
        created_at,
      }
    })
  })
}
