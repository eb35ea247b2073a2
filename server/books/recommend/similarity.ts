// How similar the contents of two books are, as a number from 0 to 1.
import { normalize } from '#server/books/search/words.ts'

export type BookTraits = {
  title: string
  author: string
  branch: string
  genre: string | null
  description: string | null
}

const stopWords = new Set(
  `a an and as at by for from in into its of on or the to with your volume vol part edition ed revised new complete guide introduction
   introductory fundamentals principles textbook text book books series class standard semester first second third fourth fifth
   hindi english medium ka ke ki aur`.split(/\s+/),
)

const wordsOf = (text: string | null) =>
  new Set(
    (normalize(text ?? '').match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? []).filter(
      (word) => !stopWords.has(word),
    ),
  )

export const titleWords = (title: string): string[] =>
  [...wordsOf(title)]
    .filter((word) => word.length >= 3 && !/^\d+$/.test(word))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))

/** The share of common words in all words (Jaccard index). */
function overlap(a: Set<string>, b: Set<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  return common === 0 ? 0 : common / (a.size + b.size - common)
}

const weights = { title: 0.35, author: 0.3, branch: 0.2, genre: 0.1, description: 0.05 } as const

/** Symmetric. A field that one of the books lacks adds nothing. */
export function similarity(a: BookTraits, b: BookTraits): number {
  return (
    weights.title * overlap(wordsOf(a.title), wordsOf(b.title)) +
    weights.author * overlap(wordsOf(a.author), wordsOf(b.author)) +
    weights.branch * (normalize(a.branch) === normalize(b.branch) ? 1 : 0) +
    weights.genre *
      (a.genre !== null && b.genre !== null && normalize(a.genre) === normalize(b.genre) ? 1 : 0) +
    weights.description * overlap(wordsOf(a.description), wordsOf(b.description))
  )
}
