// Which pictures a listing of the demo market shows: the cover of its title, and a back cover and a
// page from inside that many books share.
import type { Listing } from './listings.ts'
import { seeded } from './random.ts'

export const pictureFolder = new URL('pictures/', import.meta.url)

const backCovers = ['blue', 'green', 'grey', 'lilac', 'rose', 'sand'] as const

const slug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')

/** Files below `pictureFolder`, the cover first. */
export function picturesOf({
  catalogueEntry: { title, author, branch },
  book_type,
  condition,
  seller,
}: Listing): string[] {
  const isMarked = condition === 'average' || condition === 'poor'
  const cover = `covers/${slug(`${title} ${author.split(', ')[0]}`)}.webp`
  const inside = `inside-pages/${slug(branch)}${isMarked ? '-marked' : ''}.webp`
  const showsBack = book_type === 'new' || seeded(`leaves ${title} ${seller.name}`).chance(0.35)
  const back = `back-covers/${seeded(`back ${title} ${author}`).pick(backCovers)}.webp`
  return showsBack ? [cover, back, inside] : [cover, inside]
}
