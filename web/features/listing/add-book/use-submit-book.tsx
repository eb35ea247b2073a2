import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { addBook, type Book } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { useWrite } from '#web/api/hooks.ts'
import { addBookInput, type BookDraft } from '#web/features/listing/book-draft.ts'
import { addBookErrors } from '#web/features/listing/book-form-errors.ts'
import { useMissingDetails } from '#web/features/listing/missing-details-prompt.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { addAnotherPath } from '#web/features/listing/use-add-book.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { TextLink, textLinkClass } from '#web/ui/links.tsx'
import { useShare } from '#web/ui/share-button.tsx'

/**
 * Sends the book. If it should have the predicted price but the seller hasn't seen that price,
 * nothing is sent.
 */
export function useSubmitBook(
  form: UseFormReturn<BookDraft>,
  images: PickedImage[],
  price: PredictedPriceQuery,
  onDone: () => void,
) {
  const seenPrice = useRef<number>(undefined)
  const answers = useMissingDetails(form)
  const updateProfile = useWrite(updateSellerProfile, { onDone: answers.finish })
  const priceAlert = ({ bookType, acceptPredictedPrice }: BookDraft): string | undefined => {
    if (bookType === 'new' || !acceptPredictedPrice) return undefined
    const now = price.isCurrent ? price.predicted?.predicted_price : undefined
    if (now !== undefined)
      return now === seenPrice.current
        ? undefined
        : `The price is now ${formatRupees(now)}. Press Submit to list at it.`
    price.retry()
    return 'The price could not be predicted. Press Submit to try again, or go back and enter your own.'
  }
  const { submit, ...submission } = useSubmit(form, addBook, {
    uploads: true,
    validate: (draft) => {
      const errors = addBookErrors(draft, images)
      if (errors.alert || Object.keys(errors.fields).length > 0) return errors
      const text = priceAlert(draft)
      return { fields: {}, ...(text !== undefined && { alert: { text } }) }
    },
    toInput: async (draft) => {
      const changed = answers.changes()
      if (changed) await updateProfile.run(changed)
      return addBookInput(draft, images)
    },
    fallback: '❌ Failed to add book.',
    done: ({ book }) => ({
      text: '✅ Book Added Successfully!',
      seconds: 15,
      action: <ListedActions book={book} draft={form.getValues()} />,
    }),
    onDone,
  })
  return {
    ...submission,
    submit: (seen: number | undefined) => {
      seenPrice.current = seen
      submit()
    },
  }
}

const linkClass = 'rounded-box p-2 font-medium text-sm'

/** Buttons to view or share a new listing, or to add another book. */
function ListedActions({ book, draft }: { book: Book; draft: BookDraft }) {
  const share = useShare()
  const condition = labelOf(conditionLabels, book.condition)
  const text = `${book.title} (${condition}), ${formatRupees(book.price)}`
  return (
    <span className="flex flex-wrap">
      <TextLink to={paths.book(book._id)} className={linkClass}>
        View
      </TextLink>
      <button
        type="button"
        className={`${textLinkClass} ${linkClass}`}
        onClick={() => void share({ text, path: paths.book(book._id) })}
      >
        Share
      </button>
      <TextLink to={addAnotherPath(draft)} className={linkClass}>
        Add another
      </TextLink>
    </span>
  )
}
