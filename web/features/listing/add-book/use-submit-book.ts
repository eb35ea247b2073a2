import { type Dispatch, useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { addBook } from '#contract/books/books.ts'
import { useWrite } from '#web/api/hooks.ts'
import { addBookInput, type BookDraft } from '#web/features/listing/book-draft.ts'
import {
  addBookErrors,
  type FormAlert,
  type FormErrors,
} from '#web/features/listing/book-form-errors.ts'
import type { PredictedPriceQuery } from '#web/features/listing/price/use-predicted-price.ts'
import { showFieldErrors } from '#web/features/listing/show-field-errors.ts'
import { isOtherPrice } from '#web/features/pricing/is-other-price.ts'
import { formatRupees } from '#web/format.ts'
import { getErrorCode, showFormError } from '#web/forms/use-contract-form.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import type { AddBookAction, AddBookState } from './add-book-reducer.ts'
import { shownPrice } from './listing-price.tsx'

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
  code: 'price_failed',
  text: 'The price could not be predicted. Press Submit to try again, or go back and enter your own.',
}
const priceChanged = (price: number): FormAlert => ({
  code: 'price_changed',
  text: `The price is now ${formatRupees(price)}. Press Submit to list at it.`,
})

type Options = {
  price: PredictedPriceQuery
  saveAnswers: () => Promise<void>
  onDone: () => void
}

/**
 * Sends the book. At the predicted price, it first waits for the prediction for the latest input,
 * and doesn't send the book if that price isn't the one the seller agreed to: the price in view
 * when Submit is pressed, or else the price accepted in an earlier step or named by an alert.
 */
export function useSubmitBook(
  form: Form,
  state: AddBookState,
  dispatch: Dispatch<AddBookAction>,
  { price, saveAnswers, onDone }: Options,
): (isPriceInView?: boolean) => void {
  const { images, prediction, acceptedPrice, priceAtSubmit, uploadProgress } = state
  const toast = useToast()
  const onProgress = (progress: number) => dispatch({ type: 'uploadProgressed', progress })
  const add = useWrite(addBook, { onProgress })
  const isValid = () => showErrors(form, dispatch, addBookErrors(form.getValues(), images))

  const send = async () => {
    onProgress(0)
    try {
      await saveAnswers()
      if (!(await add.run(addBookInput(form.getValues(), images)))) return
      toast({ text: '✅ Book Added Successfully!', kind: 'success' })
      onDone()
    } catch (error) {
      const text = showFormError(form, error, '❌ Failed to add book.')
      dispatch({ type: 'uploadFailed', alert: { code: getErrorCode(error), text } })
    }
  }
  const sendAt = (accepted: number | undefined) => {
    const now = price.predicted?.predicted_price
    if (price.error) return dispatch({ type: 'validated', alert: priceFailed })
    if (now !== undefined && isOtherPrice(now, accepted))
      return dispatch({ type: 'priceChanged', price: now, alert: priceChanged(now) })
    void send()
  }

  const isPriceDecided = price.isCurrent || price.error !== null
  const isWaitOver = priceAtSubmit !== undefined && isPriceDecided
  const endWait = useEffectEvent(() => {
    if (isValid()) sendAt(priceAtSubmit)
  })
  useEffect(() => {
    if (isWaitOver) endWait()
  }, [isWaitOver])

  return (isPriceInView = false) => {
    if (uploadProgress !== undefined || priceAtSubmit !== undefined || !isValid()) return
    const isAtPrediction = state.step === 'oldBookDetails' && form.getValues('acceptPredictedPrice')
    if (!isAtPrediction) return void send()
    // An error hides the price.
    const isShown = isPriceInView && !price.error
    const accepted = isShown ? shownPrice(price, prediction) : acceptedPrice
    if (price.isCurrent || accepted === undefined) return sendAt(accepted)
    if (price.error) price.retry()
    price.askNow()
    dispatch({ type: 'priceAwaited', accepted })
  }
}
