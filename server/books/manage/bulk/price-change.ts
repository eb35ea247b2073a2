import type { BookChange } from '#contract/books/manage/bulk-changes.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { priceRange } from '#contract/common/limits.ts'
import { formatRupees, toPaise, toRupees } from '#contract/common/schemas.ts'
import {
  changedAmounts,
  isPredictedAgain,
  type ListedBook,
  updatedPrices,
} from '#server/books/rules.ts'
import { roundDown } from '#server/pricing/rules.ts'

type PriceChange = Extract<BookChange, { kind: 'price' }>
type Amounts = ReturnType<typeof changedAmounts>
export type ChangedPrices = Pick<
  ReturnType<typeof updatedPrices>,
  'original_price' | 'predicted_price' | 'custom_price' | 'price'
>

/**
 * Returns the changed amounts of a book, in paise, or why it can't cost that. If a new book costs
 * its original price, both change, as in its form.
 */
export function changedPrice(
  book: ListedBook,
  { unit, by }: Pick<PriceChange, 'unit' | 'by'>,
): Amounts | { reason: string } {
  const exact = unit === 'percent' ? book.price * (1 + by / 100) : book.price + toPaise(by)
  // Percentages aren't exact in binary: 110 % of ₹100 is a little more than ₹110.
  const rounded = roundDown(Math.round(exact), book.original_price)
  // Rounding down must not lower a price that is raised.
  const price = by > 0 ? Math.max(book.price, rounded) : rounded
  if (exact < toPaise(priceRange.min))
    return { reason: `It would cost less than ${formatRupees(toPaise(priceRange.min))}.` }
  if (price > toPaise(priceRange.max))
    return { reason: `It would cost more than ${formatRupees(toPaise(priceRange.max))}.` }
  const isBoth = book.book_type === 'new' && book.price === book.original_price
  const rupees = toRupees(price)
  return changedAmounts(book, isBoth ? { original_price: rupees } : { price: rupees })
}

/** Whether a book with a changed price gets a new prediction. It needs a year for that. */
export const needsPrediction = (book: ListedBook, amounts: Amounts): boolean =>
  book.publication_year !== null && isPredictedAgain(book, { ...book, ...amounts })

/** Returns the price columns of a changed book, or why they contradict each other. */
export function pricesWith(
  book: ListedBook,
  amounts: Amounts,
  predicted: number | null,
): ChangedPrices | { reason: string } {
  try {
    const change = { price: toRupees(amounts.price) }
    const prices = updatedPrices(book, change, { ...book, ...amounts }, predicted)
    const { original_price, predicted_price, custom_price, price } = prices
    return { original_price, predicted_price, custom_price, price }
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message }
    throw error
  }
}
