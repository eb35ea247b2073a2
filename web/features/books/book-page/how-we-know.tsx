import type { Condition } from '#contract/books/book-forms.ts'

/** What the prediction of a listed copy rests on. The band, unlike it, knows nothing of the title. */
export const HowWeKnow = ({ condition }: { condition: Condition }) => (
  <p>
    How we know:{' '}
    {condition === 'poor'
      ? 'an estimate, because shops rarely sell poor copies'
      : 'second-hand listings abroad, adjusted to Indian prices'}
    , and prices of this title where we knew any. The range is for any book like this one; the page
    of the title may have a narrower one.
  </p>
)
