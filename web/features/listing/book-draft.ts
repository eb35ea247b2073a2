import type { addBook } from '#contract/books/books.ts'
import type { Condition } from '#contract/books/conditions.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

export type BookDraft = {
  bookType: 'new' | 'old'
  title: string
  author: string
  branch: string
  description: string
  isbn: string
  shelfCode: string
  /** The price printed on the book. Empty for a new book that costs its printed price. */
  original_price: string
  /** The price of a new book. A used book has `customPrice` or the predicted price instead. */
  price: string
  condition: Condition
  publication_year: string
  publicationDate: string
  pages: string
  isRentable: boolean
  rentPrice: string
  rentDeposit: string
  lateFee: string
  acceptPredictedPrice: boolean
  customPrice: string
  copies: string
  openToExchange: boolean
  reservationHours: string
  /** The seller's answer about the last ISBN: an `IsbnAnswer` as JSON, or ''. */
  isbnAnswer: string
  /** The number of chosen photos. It makes a form with nothing but photos a draft. */
  photoCount: number
  /**
   * The seller's answers to questions about themselves. Undefined while the question isn't shown.
   */
  pinCode?: string | undefined
  /** The chosen ways to hand books over, separated by commas. */
  handOvers?: string | undefined
}

/** The preselected condition of new and old books. */
export const defaultCondition = { new: 'new', old: 'good' } as const

export const emptyDraft: BookDraft = {
  bookType: 'new',
  title: '',
  author: '',
  branch: '',
  description: '',
  isbn: '',
  shelfCode: '',
  original_price: '',
  price: '',
  condition: defaultCondition.new,
  publication_year: '',
  publicationDate: '',
  pages: '',
  isRentable: false,
  rentPrice: '',
  rentDeposit: '',
  lateFee: '',
  acceptPredictedPrice: true,
  customPrice: '',
  copies: '1',
  openToExchange: false,
  reservationHours: '2',
  isbnAnswer: '',
  photoCount: 0,
}

/** A new book costs the price that is printed on it, unless the seller says otherwise. */
export const newBookPrices = ({ price, original_price }: BookDraft) => ({
  price,
  original_price: original_price.trim() === '' ? price : original_price,
})

export function addBookInput(
  draft: BookDraft,
  images: PickedImage[],
): EndpointInput<typeof addBook> {
  const { acceptPredictedPrice, customPrice, rentPrice, rentDeposit, lateFee, ...rest } = draft
  const { copies, pinCode, handOvers, isbnAnswer, photoCount, price, ...fields } = rest
  return {
    ...fields,
    ...(draft.bookType === 'new' && newBookPrices(draft)),
    rentPrice: draft.isRentable ? rentPrice : undefined,
    ...(draft.isRentable && { rentDeposit, lateFee }),
    ...(draft.bookType === 'old' && {
      acceptPredictedPrice: acceptPredictedPrice ? ('yes' as const) : ('no' as const),
      customPrice: acceptPredictedPrice ? undefined : customPrice,
    }),
    copies,
    images: images.flatMap(({ file }) => file ?? []),
  }
}

/**
 * Suggests a rent in whole rupees per day, at which 30 days cost at most half the asking price.
 * Returns undefined if that is less than a rupee.
 */
export const suggestedRent = (askingPrice: number): number | undefined => {
  const rent = Math.floor(askingPrice / 60)
  return rent >= 1 ? rent : undefined
}
