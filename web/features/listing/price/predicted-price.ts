// A prediction, what it was made for, and how it came to differ from the one that was shown first.
import type { PricePrediction } from '#contract/books/pricing.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { formatRupees, typedNumber } from '#web/format.ts'
import { namedTitle, priceFieldsKey } from './price-request.ts'

/**
 * A prediction and what it was made for; `maxPrice` is the list price in rupees, `namedTitle` is
 * undefined where the title wasn't named.
 */
export type PredictedPrice = PricePrediction & {
  fieldsKey: string
  maxPrice: number
  branch: string
  namedTitle: string | undefined
}
export const toPredictedPrice = (
  prediction: PricePrediction,
  draft: BookDraft,
): PredictedPrice => ({
  ...prediction,
  fieldsKey: priceFieldsKey(draft),
  maxPrice: typedNumber(draft.original_price),
  branch: draft.branch,
  namedTitle: namedTitle(draft),
})

/**
 * `firstShown` is what it was when Predict Price was pressed, as a rule before the title was named.
 */
export type ShownPrediction = PredictedPrice & {
  firstShown: { price: number; branch: string; isByTitle: boolean }
}

/** The prediction, if the draft still has the fields that it was made for. */
export const currentPrediction = (
  prediction: ShownPrediction | undefined,
  draft: BookDraft,
): ShownPrediction | undefined =>
  prediction?.fieldsKey === priceFieldsKey(draft) ? prediction : undefined

/** Whether prices of the title stand behind the prediction. */
export const isByTitle = ({ known }: PricePrediction): boolean => (known?.prices ?? 0) > 0

const inBranch = (branch: string) => (branch === '' ? 'without a branch' : `in ${branch}`)

function beforeText(first: ShownPrediction['firstShown'], now: PredictedPrice): string {
  const isOtherBranch = first.branch !== now.branch
  const isTitleLearned = isByTitle(now) && !first.isByTitle
  if (isOtherBranch && first.branch !== '')
    return isTitleLearned
      ? `${inBranch(first.branch)}, before the title was known`
      : inBranch(first.branch)
  const learned = [isTitleLearned && 'title', isOtherBranch && 'branch'].filter(Boolean)
  return learned.length === 0
    ? 'before'
    : `before the ${learned.join(' and the ')} ${learned.length === 1 ? 'was' : 'were'} known`
}

function nowText(first: ShownPrediction['firstShown'], now: PredictedPrice): string {
  if (isByTitle(now))
    return now.branch === '' ? 'for this title' : `for this title in ${now.branch}`
  return first.branch === now.branch ? 'now' : inBranch(now.branch)
}

/**
 * How title and branch have changed the price since it was first shown; undefined if they haven't.
 */
export function priceEffectText(
  { firstShown }: ShownPrediction,
  now: PredictedPrice,
): string | undefined {
  if (now.predicted_price === firstShown.price) return undefined
  const [priceBefore, priceNow] = [firstShown.price, now.predicted_price].map(formatRupees)
  return `${priceBefore} ${beforeText(firstShown, now)}; ${priceNow} ${nowText(firstShown, now)}.`
}
