import { type ChangeEvent, type Dispatch, useReducer } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { addBook } from '#contract/books/books.ts'
import { useWrite } from '#web/api/hooks.ts'
import {
  type AddBookAction,
  type AddBookState,
  type AddBookStep,
  addBookReducer,
  initialAddBookState,
} from '#web/features/listing/add-book/add-book-reducer.ts'
import { BookTypeStep } from '#web/features/listing/add-book/book-type-step.tsx'
import { submitBlockedText } from '#web/features/listing/add-book/listing-price.tsx'
import { NewBookStep } from '#web/features/listing/add-book/new-book-step.tsx'
import { OldBookConditionStep } from '#web/features/listing/add-book/old-book-condition-step.tsx'
import { OldBookDetailsStep } from '#web/features/listing/add-book/old-book-details-step.tsx'
import { getErrorCode, showFormError } from '#web/forms/use-contract-form.ts'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { addBookInput, type BookDraft, currentPrediction, emptyDraft } from './book-draft.ts'
import { useBranches } from './book-fields.tsx'
import { addBookErrors, type FormErrors, oldBookPriceErrors } from './book-form-errors.ts'
import { showFieldErrors } from './show-field-errors.ts'
import { usePredictedPrice } from './use-predicted-price.ts'
import { useSellerQuestions } from './use-seller-questions.ts'

const stepTitles: Record<AddBookStep, { title: string; description: string }> = {
  choosingType: {
    title: 'Add Book',
    description: 'Step 1: is the book new or used?',
  },
  newBook: { title: 'Add a new book', description: 'Step 2 of 2' },
  oldBookCondition: { title: 'Add an old book: price', description: 'Step 2 of 3' },
  oldBookDetails: { title: 'Add an old book: details', description: 'Step 3 of 3' },
}

function validate(
  form: UseFormReturn<BookDraft>,
  dispatch: Dispatch<AddBookAction>,
  { alert, fields }: FormErrors,
): boolean {
  form.clearErrors()
  const hasFieldErrors = showFieldErrors(form, fields)
  dispatch({ type: 'validated', alert })
  return alert === undefined && !hasFieldErrors
}

/** Sends the book; `blockedText` is the reason why it has to wait, if any. */
function useSubmitBook(
  form: UseFormReturn<BookDraft>,
  { images, uploadProgress }: AddBookState,
  dispatch: Dispatch<AddBookAction>,
  {
    blockedText,
    saveAnswers,
    onDone,
  }: { blockedText: string | undefined; saveAnswers: () => Promise<void>; onDone: () => void },
) {
  const toast = useToast()
  const onProgress = (progress: number) => dispatch({ type: 'uploadProgressed', progress })
  const add = useWrite(addBook, { onProgress })
  return async () => {
    const draft = form.getValues()
    if (uploadProgress !== undefined) return
    if (!validate(form, dispatch, addBookErrors(draft, images))) return
    if (blockedText)
      return dispatch({ type: 'validated', alert: { code: 'price_pending', text: blockedText } })
    onProgress(0)
    try {
      await saveAnswers()
      if (!(await add.run(addBookInput(draft, images)))) return
      toast({ text: '✅ Book Added Successfully!', kind: 'success' })
      onDone()
    } catch (error) {
      const text = showFormError(form, error, '❌ Failed to add book.')
      dispatch({ type: 'uploadFailed', alert: { code: getErrorCode(error), text } })
    }
  }
}

export function AddBookDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<BookDraft>({ defaultValues: emptyDraft })
  const [state, dispatch] = useReducer(addBookReducer, initialAddBookState)
  // Fetched with the first step, so that they are there when a later one needs them.
  useBranches()
  const { step, images, prediction } = state
  const draft = form.watch()
  const price = usePredictedPrice(draft, step === 'oldBookDetails')
  const blockedText =
    step === 'oldBookDetails' && draft.acceptPredictedPrice ? submitBlockedText(price) : undefined
  const { questions, hasChanges, save: saveAnswers } = useSellerQuestions()
  const submit = useSubmitBook(form, state, dispatch, { blockedText, saveAnswers, onDone: onClose })

  const chooseType = (bookType: BookDraft['bookType']) => {
    form.setValue('bookType', bookType)
    // The field may not be on the screen of the other type.
    form.setValue('copies', emptyDraft.copies)
    dispatch({ type: 'typeChosen', bookType })
  }
  const completePriceStep = () => {
    const values = form.getValues()
    const errors = oldBookPriceErrors(values, images, currentPrediction(prediction, values))
    if (validate(form, dispatch, errors)) dispatch({ type: 'priceStepCompleted' })
  }
  const stepProps = {
    state,
    dispatch,
    questions,
    onChange: (event: ChangeEvent<HTMLFormElement>) => {
      form.clearErrors(event.target.name as keyof BookDraft)
      dispatch({ type: 'fieldChanged' })
    },
  }
  return (
    <Dialog
      open
      onClose={onClose}
      {...stepTitles[step]}
      width="md"
      hasUnsavedChanges={form.formState.isDirty || images.length > 0 || hasChanges}
    >
      <FormProvider {...form}>
        <div key={step} ref={focusOnMount}>
          {step === 'choosingType' && <BookTypeStep onChoose={chooseType} onCancel={onClose} />}
          {step === 'newBook' && <NewBookStep {...stepProps} onSubmit={submit} />}
          {step === 'oldBookCondition' && (
            <OldBookConditionStep {...stepProps} onSubmit={completePriceStep} />
          )}
          {step === 'oldBookDetails' && (
            <OldBookDetailsStep
              {...stepProps}
              price={price}
              blockedText={blockedText}
              onSubmit={submit}
            />
          )}
        </div>
      </FormProvider>
    </Dialog>
  )
}
