import type { Dispatch } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { addBook } from '#contract/books/books.ts'
import { useWrite } from '#web/api/hooks.ts'
import { addBookInput, type BookDraft } from '#web/features/listing/book-draft.ts'
import {
  addBookErrors,
  type FormAlert,
  type FormErrors,
} from '#web/features/listing/book-form-errors.ts'
import { ListedActions } from '#web/features/listing/listed-actions.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { showFieldErrors } from '#web/features/listing/show-field-errors.ts'
import { formatRupees } from '#web/format.ts'
import { getErrorCode, showFormError } from '#web/forms/use-contract-form.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import type { AddBookAction, AddBookState } from './add-book-reducer.ts'

type Form = UseFormReturn<BookDraft>

/** Shows the form's errors. Returns whether there are none. */
export function showErrors(
  form: Form,
  dispatch: Dispatch<AddBookAction>,
  { alert, fields }: FormErrors,
): boolean {
  form.clearErrors()
  const hasFieldErrors = showFieldErrors(form, fields)
  dispatch({ type: 'validated', alert })
  return alert === undefined && !hasFieldErrors
}

const priceFailed: FormAlert = {
  code: 'price_not_agreed',
  text: 'The price could not be predicted. Press Submit to try again, or go back and enter your own.',
}

const priceChanged = (price: number): FormAlert => ({
  code: 'price_not_agreed',
  text: `The price is now ${formatRupees(price)}. Press Submit to list at it.`,
})

type Options = {
  price: PredictedPriceQuery
  saveAnswers: () => Promise<unknown>
  onDone: () => void
}

/** Sends the book, unless it should have the predicted price and the seller hasn't seen that. */
export function useSubmitBook(
  form: Form,
  { step, images, uploadProgress }: AddBookState,
  dispatch: Dispatch<AddBookAction>,
  { price, saveAnswers, onDone }: Options,
): (seenPrice: number | undefined) => void {
  const toast = useToast()
  const onProgress = (progress: number) => dispatch({ type: 'uploadProgressed', progress })
  const add = useWrite(addBook, { onProgress })
  const isValid = () => showErrors(form, dispatch, addBookErrors(form.getValues(), images))

  const send = async () => {
    onProgress(0)
    try {
      await saveAnswers()
      const draft = form.getValues()
      const added = await add.run(addBookInput(draft, images))
      if (!added) return
      toast({
        text: '✅ Book Added Successfully!',
        kind: 'success',
        seconds: 15,
        action: <ListedActions book={added.book} draft={draft} />,
      })
      onDone()
    } catch (error) {
      const text = showFormError(form, error, '❌ Failed to add book.')
      dispatch({ type: 'uploadFailed', alert: { code: getErrorCode(error), text } })
    }
  }

  return (seenPrice) => {
    if (uploadProgress !== undefined || !isValid()) return
    const isAtPrediction = step === 'oldBookDetails' && form.getValues('acceptPredictedPrice')
    if (!isAtPrediction) return void send()
    const now = price.isCurrent ? price.predicted?.predicted_price : undefined
    if (now === undefined) price.retry()
    if (now !== undefined && now === seenPrice) return void send()
    dispatch({ type: 'validated', alert: now === undefined ? priceFailed : priceChanged(now) })
  }
}
