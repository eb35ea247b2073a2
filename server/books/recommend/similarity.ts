import { normalize } from '#contract/books/normalize.ts'

export type BookTraits = {
  title: string
  author: string
  branch: string
  genre: string | null
  description: string | null
}

const stopWords = new Set(
  `a an and as at by for from in into its of on or the to with your volume vol part edition ed
   revised new complete guide introduction introductory fundamentals principles textbook text book
   books series class standard semester first second third fourth fifth
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

/** The number of shared words divided by the number of all words (Jaccard index). */
function overlap(a: Set<string>, b: Set<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let common = 0
  for (const word of few) if (many.has(word)) common += 1
  return common === 0 ? 0 : common / (a.size + b.size - common)
}

const weights = { title: 0.35, author: 0.3, branch: 0.2, genre: 0.1, description: 0.05 } as const

function compared({ title, author, branch, genre, description }: BookTraits) {
  return {
    title: wordsOf(title),
    author: wordsOf(author),
    branch: normalize(branch),
    genre: genre === null ? null : normalize(genre),
    description: wordsOf(description),
  }
}

/**
 * Returns a function that compares other books with this one. Similarity is symmetric. A field that
 * either book lacks adds nothing.
 */
export function similarityTo(one: BookTraits): (other: BookTraits) => number {
  const a = compared(one)
  return (other) => {
    const b = compared(other)
    return (
      weights.title * overlap(a.title, b.title) +
      weights.author * overlap(a.author, b.author) +
      weights.branch * (a.branch === b.branch ? 1 : 0) +
      weights.genre * (a.genre !== null && a.genre === b.genre ? 1 : 0) +
      weights.description * overlap(a.description, b.description)
    )
  }
}
