// Which pictures a listing of the demo market shows. tools/pictures draws them.
import type { Title } from './catalogue.ts'
import type { Listing } from './listings.ts'
import { seeded } from './random.ts'

/** `file` is below `pictureFolder`; listings with the same file show the same picture. */
export type BookPicture = { file: string } & (
  | { kind: 'cover' | 'back cover'; title: Title }
  | { kind: 'title page'; title: Title; isUsed: boolean }
  | { kind: 'inside page'; branch: string; isMarked: boolean }
)

export const pictureFolder = new URL('pictures/', import.meta.url)

const slug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')

export function picturesOf({
  catalogueEntry: title,
  book_type,
  condition,
  seller,
}: Listing): BookPicture[] {
  const { branch, author } = title
  const name = slug(`${title.title} ${author.split(', ')[0]}`)
  const isUsed = condition !== 'new'
  const isMarked = condition === 'average' || condition === 'poor'
  const cover: BookPicture = { kind: 'cover', title, file: `covers/${name}.webp` }
  const inside: BookPicture = {
    kind: 'inside page',
    branch,
    isMarked,
    file: `inside-pages/${slug(branch)}${isMarked ? '-marked' : ''}.webp`,
  }
  if (book_type === 'new')
    return [cover, { kind: 'back cover', title, file: `back-covers/${name}.webp` }, inside]
  // The seed is a name from before; another one would choose other books.
  if (!seeded(`leaves ${title.title} ${seller.name}`).chance(0.35)) return [cover, inside]
  const file = `title-pages/${name}${isUsed ? '-used' : ''}.webp`
  return [cover, { kind: 'title page', title, isUsed, file }, inside]
}
