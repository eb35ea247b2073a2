// Which copies with one title key are of one edition.
import { isIsbnKey } from '#contract/books/title-key.ts'
import { sameEditionYears } from '#server/pricing/policy.ts'

type Year = number | null

/** By their ISBN, or by years of publication that don't say otherwise, as `store.ts` reads them. */
export const isSameEdition = (titleKey: string, a: Year, b: Year): boolean =>
  isIsbnKey(titleKey) || a === null || b === null || Math.abs(a - b) <= sameEditionYears

/**
 * The copies with their editions in the place of their titles. Editions a year apart each are one,
 * however many follow each other.
 */
export function splitEditions<Copy extends { title: string; publicationYear: number }>(
  copies: readonly Copy[],
): Copy[] {
  return [...Map.groupBy(copies, ({ title }) => title)].flatMap(([title, own]) => {
    let [edition, last] = [title, Number.NaN]
    return own
      .toSorted((a, b) => a.publicationYear - b.publicationYear)
      .map((copy) => {
        const { publicationYear } = copy
        if (!Number.isNaN(last) && !isSameEdition(title, last, publicationYear))
          edition = `${title} / ${publicationYear}`
        last = publicationYear
        return { ...copy, title: edition }
      })
  })
}
