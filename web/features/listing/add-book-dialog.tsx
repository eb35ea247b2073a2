import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import {
  BookTypeStep,
  NewBookStep,
  OldBookConditionStep,
  OldBookDetailsStep,
  Photos,
} from '#web/features/listing/add-book/add-book-steps.tsx'
import { useDraftLock, useListingDraft } from '#web/features/listing/add-book/use-listing-draft.ts'
import { useSubmitBook } from '#web/features/listing/add-book/use-submit-book.tsx'
import { usePredictedPrice } from '#web/features/listing/price/predicted-price.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import type { BookDraft } from './book-draft.ts'
import { useBranches } from './book-fields.tsx'
import { oldBookPriceErrors } from './book-form-errors.ts'

type AddBookStep = 'choosingType' | 'newBook' | 'oldBookCondition' | 'oldBookDetails'

const stepTitles: Record<AddBookStep, { title: string; description: string }> = {
  choosingType: {
    title: 'Add Book',
    description: 'Step 1: is the book new or used?',
  },
  newBook: { title: 'Add a new book', description: 'Step 2 of 2' },
  oldBookCondition: { title: 'Add an old book: price', description: 'Step 2 of 3' },
  oldBookDetails: { title: 'Add an old book: details', description: 'Step 3 of 3' },
}

/** Returns the step that asks for the ISBN and the photos. */
const secondStep = (bookType: unknown): AddBookStep =>
  bookType === 'old' ? 'oldBookCondition' : 'newBook'

type Props = { initial?: Partial<BookDraft> | undefined; onClose: () => void }

/**
 * The dialog that lists a book. `initial` fills in the fields that are already known. If the book
 * type is one of them, the first step is skipped. When it closes, what was entered stays as a draft.
 */
export function AddBookDialog(props: Props) {
  const isStored = useDraftLock()
  return isStored === undefined ? null : <OpenDialog {...props} isStored={isStored} />
}

type OpenProps = Props & { isStored: boolean }

function OpenDialog({ isStored, ...props }: OpenProps) {
  const { form, step, images, price, submission, close, ...add } = useAddBookDialog({
    isStored,
    ...props,
  })
  const { draft, isPriceAsked } = add
  const stepProps = {
    submission,
    acceptedPrice: draft.acceptPredictedPrice ? price : undefined,
    onSubmit: add.submit,
    onBack: () => add.goTo(step === 'oldBookDetails' ? 'oldBookCondition' : 'choosingType'),
  }
  const photos = (
    <Photos
      value={images}
      onChange={add.changeImages}
      error={submission.code === 'too_few_images' ? submission.failure : undefined}
    />
  )
  return (
    <Dialog
      open
      onClose={close}
      {...stepTitles[step]}
      width="md"
      hasUnsavedChanges={!isStored && form.formState.isDirty}
    >
      <FormProvider {...form}>
        {add.hasDraft && step !== 'choosingType' && (
          <div
            className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-box bg-accent-soft
              px-4 py-2 text-sm"
          >
            <p className="wrap-anywhere">
              Your draft is back.
              {add.otherTitle !== undefined && ` Start over to list “${add.otherTitle}”.`}
            </p>
            <Button variant="plain" size="sm" onClick={add.startOver}>
              Start over
            </Button>
          </div>
        )}
        {!isStored && (
          <p role="status" className="mb-4 rounded-box bg-accent-soft px-4 py-3 text-sm">
            Your draft is open in another tab. This form isn’t saved.
          </p>
        )}
        <div key={step} ref={focusOnMount}>
          {step === 'choosingType' && <BookTypeStep onChoose={add.chooseType} />}
          {step === 'newBook' && <NewBookStep {...stepProps} photos={photos} />}
          {step === 'oldBookCondition' && (
            <OldBookConditionStep
              {...stepProps}
              price={price}
              photos={photos}
              isPriceAsked={isPriceAsked}
              onPriceAsked={add.askPrice}
              onSubmit={add.completePriceStep}
            />
          )}
          {step === 'oldBookDetails' && <OldBookDetailsStep {...stepProps} price={price} />}
        </div>
      </FormProvider>
    </Dialog>
  )
}

function useAddBookDialog({ initial, isStored, onClose }: OpenProps) {
  const toast = useToast()
  const listing = useListingDraft(initial, isStored)
  const { form, images, begunAs } = listing
  const { isDirty } = form.formState
  const [step, setStep] = useState(begunAs ? secondStep(begunAs) : 'choosingType')
  const [isPriceAsked, setPriceAsked] = useState(false)
  // Fetches the branches during the first step, because a later step needs them.
  useBranches()
  const draft = form.watch()
  // The seller's own price is assessed even if Predict Price wasn't pressed.
  const price = usePredictedPrice(
    draft,
    step.startsWith('oldBook') && (isPriceAsked || !draft.acceptPredictedPrice),
  )
  const close = () => {
    if (isStored && isDirty) toast({ text: 'Draft saved.' })
    onClose()
  }
  const { submit, ...submission } = useSubmitBook(form, images, price, () => {
    listing.discard()
    onClose()
  })
  const { clearFailure } = submission
  const goTo = (next: AddBookStep) => {
    clearFailure()
    setStep(next)
  }
  const changeImages = (next: PickedImage[]) => {
    clearFailure()
    listing.changeImages(next)
  }
  const askPrice = () => {
    clearFailure()
    setPriceAsked(true)
  }
  const chooseType = (bookType: BookDraft['bookType']) => {
    listing.chooseType(bookType)
    goTo(secondStep(bookType))
  }
  const startOver = () => {
    listing.startOver()
    setPriceAsked(false)
    goTo('choosingType')
  }
  const completePriceStep = form.handleSubmit((draft) => {
    const errors = oldBookPriceErrors(draft, images, price.isCurrent)
    if (!submission.showErrors(errors)) goTo('oldBookDetails')
  })
  return {
    ...listing,
    startOver,
    step,
    goTo,
    changeImages,
    draft,
    price,
    isPriceAsked,
    askPrice,
    chooseType,
    completePriceStep: () => {
      form.clearErrors()
      void completePriceStep()
    },
    submit,
    submission,
    close,
  }
}
