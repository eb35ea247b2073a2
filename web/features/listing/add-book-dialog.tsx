import { type ChangeEvent, useReducer } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import {
  type AddBookStep,
  addBookReducer,
  hasTyped,
  stateOfDraft,
} from '#web/features/listing/add-book/add-book-reducer.ts'
import { BookTypeStep } from '#web/features/listing/add-book/book-type-step.tsx'
import { NewBookStep } from '#web/features/listing/add-book/new-book-step.tsx'
import { OldBookConditionStep } from '#web/features/listing/add-book/old-book-condition-step.tsx'
import { OldBookDetailsStep } from '#web/features/listing/add-book/old-book-details-step.tsx'
import { showErrors, useSubmitBook } from '#web/features/listing/add-book/use-submit-book.ts'
import { currentPrediction } from '#web/features/listing/price/predicted-price.ts'
import { usePredictedPrice } from '#web/features/listing/price/use-predicted-price.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type BookDraft, defaultCondition, emptyDraft } from './book-draft.ts'
import { useBranches } from './book-fields.tsx'
import { oldBookPriceErrors } from './book-form-errors.ts'
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

type Props = { initial?: Partial<BookDraft> | undefined; onClose: () => void }

/** `initial` is what is known of the book already. */
export function AddBookDialog({ initial, onClose }: Props) {
  const form = useForm<BookDraft>({ defaultValues: { ...emptyDraft, ...initial } })
  const { saved, discard } = useFormDraft(form, `listing ${initial?.title ?? ''}`, {
    staysWhenClosed: true,
  })
  const [state, dispatch] = useReducer(addBookReducer, saved, stateOfDraft)
  const isRestored = hasTyped(saved) && state.images.length === 0
  // Fetched with the first step, so that they are there when a later one needs them.
  useBranches()
  const { step, images, prediction } = state
  const draft = form.watch()
  const price = usePredictedPrice(draft, step === 'oldBookDetails')
  const { questions, hasChanges, save: saveAnswers, discard: discardAnswers } = useSellerQuestions()
  const close = () => {
    discard()
    discardAnswers()
    onClose()
  }
  const submit = useSubmitBook(form, state, dispatch, { price, saveAnswers, onDone: close })

  const chooseType = (bookType: BookDraft['bookType']) => {
    if (bookType !== form.getValues('bookType'))
      form.setValue('condition', defaultCondition[bookType])
    form.setValue('bookType', bookType)
    // The field may not be on the screen of the other type.
    form.setValue('copies', emptyDraft.copies)
    dispatch({ type: 'typeChosen', bookType })
  }
  const completePriceStep = () => {
    const values = form.getValues()
    const errors = oldBookPriceErrors(values, images, currentPrediction(prediction, values))
    if (showErrors(form, dispatch, errors)) dispatch({ type: 'priceStepCompleted' })
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
      onClose={close}
      {...stepTitles[step]}
      width="md"
      hasUnsavedChanges={form.formState.isDirty || images.length > 0 || hasChanges}
    >
      <FormProvider {...form}>
        {isRestored && step !== 'choosingType' && (
          <p className="mb-4 rounded-box bg-accent-soft px-4 py-3 text-sm">
            Your draft is back. Please choose the photos again.
          </p>
        )}
        <div key={step} ref={focusOnMount}>
          {step === 'choosingType' && <BookTypeStep onChoose={chooseType} onCancel={close} />}
          {step === 'newBook' && <NewBookStep {...stepProps} onSubmit={submit} />}
          {step === 'oldBookCondition' && (
            <OldBookConditionStep {...stepProps} onSubmit={completePriceStep} />
          )}
          {step === 'oldBookDetails' && (
            <OldBookDetailsStep {...stepProps} price={price} onSubmit={submit} />
          )}
        </div>
      </FormProvider>
    </Dialog>
  )
}
