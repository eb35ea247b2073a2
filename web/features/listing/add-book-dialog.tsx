import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import {
  BookTypeStep,
  NewBookStep,
  OldBookConditionStep,
  OldBookDetailsStep,
  Photos,
} from '#web/features/listing/add-book/add-book-steps.tsx'
import { useListingDraft } from '#web/features/listing/add-book/use-listing-draft.ts'
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
 * type is one of them, the first step is skipped.
 */
export function AddBookDialog(props: Props) {
  const { form, step, images, price, submission, close, ...add } = useAddBookDialog(props)
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
      hasUnsavedChanges={form.formState.isDirty}
    >
      <FormProvider {...form}>
        {add.hasDraft && step !== 'choosingType' && (
          <div className="mb-4 rounded-box bg-accent-soft px-4 py-3 text-sm">
            <p className="wrap-anywhere">
              Your draft is back.
              {add.otherTitle !== undefined && ` Discard it to list “${add.otherTitle}”.`}
            </p>
            {add.otherTitle !== undefined && (
              <Button variant="plain" size="sm" className="mt-2" onClick={add.startOver}>
                Discard draft
              </Button>
            )}
          </div>
        )}
        {add.isShared && (
          <p role="status" className="mb-4 rounded-box bg-accent-soft px-4 py-3 text-sm">
            Also open in another tab. The last change wins.
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

function useAddBookDialog({ initial, onClose }: Props) {
  const toast = useToast()
  const listing = useListingDraft(initial, () => {
    onClose()
    toast({ text: 'You listed this book in another tab.', kind: 'info' })
  })
  const { form, images, begunAs, discard } = listing
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
    discard()
    onClose()
  }
  const { submit, ...submission } = useSubmitBook(form, images, price, () => {
    listing.announceListed()
    close()
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
