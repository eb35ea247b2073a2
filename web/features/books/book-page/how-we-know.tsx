import type { Condition } from '#contract/books/book-forms.ts'

/**
 * What the prediction of a listed copy rests on. The width of its band knows nothing of the title.
 */
export const HowWeKnow = ({ condition }: { condition: Condition }) => (
  <p>
    How we know:{' '}
    {condition === 'poor'
      ? 'an estimate, because shops rarely sell poor copies'
      : 'second-hand listings abroad, adjusted to Indian prices'}
    , and prices of this title where we knew any. The range is as wide as for any title; this
    title’s own page may have a narrower one.
  </p>
)
