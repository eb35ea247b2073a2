import { BookOpen, Sparkles } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm, useFormContext } from 'react-hook-form'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { addBook } from '#contract/books/books.ts'
import { useWrite } from '#web/api/hooks.ts'
import {
  AddBookStepForm,
  type AddBookStepProps,
} from '#web/features/listing/add-book/add-book-step-form.tsx'
import { ListingPrice, listedPrice } from '#web/features/listing/add-book/listing-price.tsx'
import { PredictPriceSection } from '#web/features/listing/add-book/predict-price-section.tsx'
import {
  type PredictedPriceQuery,
  usePredictedPrice,
} from '#web/features/listing/price/predicted-price.ts'
import { formatRupees, typedNumber } from '#web/format.ts'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { useDraftTabs } from '#web/forms/use-draft-tabs.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { addBookInput, type BookDraft, defaultCondition, emptyDraft } from './book-draft.ts'
import {
  ConditionField,
  CopiesField,
  DescriptionField,
  MoreFields,
  NewBookPriceFields,
  PriceField,
  PublicationDateField,
  RentFields,
  TitleAuthorBranchFields,
  useBranches,
  YearAndPagesFields,
} from './book-fields.tsx'
import { addBookErrors, oldBookPriceErrors } from './book-form-errors.ts'
import { BookImagesField } from './book-images-field.tsx'
import { IsbnField } from './isbn-field.tsx'
import { ListedActions } from './listed-actions.tsx'
import { MissingDetailsPrompt, useMissingDetails } from './missing-details-prompt.tsx'
import { OpenToExchangeField } from './open-to-exchange-field.tsx'
import { useDraftPhotos } from './use-draft-photos.ts'

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

const noteClass = 'mb-4 rounded-box bg-accent-soft px-4 py-3 text-sm'

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
      hasUnsavedChanges={form.formState.isDirty || images.length > 0}
    >
      <FormProvider {...form}>
        {add.hasDraft && step !== 'choosingType' && (
          <p className={noteClass}>Your draft is back.</p>
        )}
        {add.isShared && (
          <p role="status" className={noteClass}>
            This draft is open in another tab, too. What you change last is kept.
          </p>
        )}
        <div key={step} ref={focusOnMount}>
          {step === 'choosingType' && <BookTypeStep onChoose={add.chooseType} onCancel={close} />}
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
  const form = useForm<BookDraft>({ defaultValues: { ...emptyDraft, ...initial } })
  const draftName = `listing ${initial?.title ?? ''}`
  const tabs = useDraftTabs(draftName, () => {
    saveText()
    photos.save()
  })
  const {
    saved,
    save: saveText,
    discard,
  } = useFormDraft(form, draftName, { staysWhenClosed: true, onSave: tabs.changed })
  const hasDraft = Object.keys(saved ?? {}).some((field) => field !== 'bookType')
  const begunAs = hasDraft ? (saved?.bookType ?? 'new') : initial?.bookType
  const [step, setStep] = useState(begunAs ? secondStep(begunAs) : 'choosingType')
  const [images, setImages] = useState<PickedImage[]>([])
  const photos = useDraftPhotos(draftName, images, {
    onRestore: (restored) => {
      setImages(restored)
      setStep((now) => (now === 'choosingType' ? secondStep(form.getValues('bookType')) : now))
    },
    onSave: tabs.changed,
  })
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
    tabs.discard(() => {
      discard()
      return photos.discard()
    })
    onClose()
  }
  const { submit, ...submission } = useSubmitBook(form, images, price, close)
  const { clearFailure } = submission
  const goTo = (next: AddBookStep) => {
    clearFailure()
    setStep(next)
  }
  const changeImages = (next: PickedImage[]) => {
    clearFailure()
    setImages(next)
  }
  const askPrice = () => {
    clearFailure()
    setPriceAsked(true)
  }
  const chooseType = (bookType: BookDraft['bookType']) => {
    if (bookType !== form.getValues('bookType'))
      form.setValue('condition', defaultCondition[bookType])
    form.setValue('bookType', bookType)
    // Resets the number of copies, because the form of the other type may not show that field.
    form.setValue('copies', emptyDraft.copies)
    goTo(secondStep(bookType))
  }
  const completePriceStep = () => {
    form.clearErrors()
    const complete = form.handleSubmit((draft) => {
      const errors = oldBookPriceErrors(draft, images, price.isCurrent)
      if (!submission.showErrors(errors)) goTo('oldBookDetails')
    })
    void complete()
  }
  return {
    form,
    hasDraft,
    isShared: tabs.isShared,
    step,
    goTo,
    images,
    changeImages,
    draft,
    price,
    isPriceAsked,
    askPrice,
    chooseType,
    completePriceStep,
    submit,
    submission,
    close,
  }
}

/**
 * Sends the book. If it should have the predicted price but the seller hasn't seen that price,
 * nothing is sent.
 */
function useSubmitBook(
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

type BookTypeStepProps = {
  onChoose: (bookType: BookDraft['bookType']) => void
  onCancel: () => void
}

const BookTypeStep = ({ onChoose, onCancel }: BookTypeStepProps) => (
  <div className="flex flex-col gap-4">
    <div className="grid grid-cols-1 gap-3 min-[380px]:grid-cols-2">
      <Choice
        icon={<Sparkles size={28} />}
        title="New Book"
        text="Unused. You set the price."
        onClick={() => onChoose('new')}
      />
      <Choice
        icon={<BookOpen size={28} />}
        title="Old Book"
        text="Used. We suggest a price."
        onClick={() => onChoose('old')}
      />
    </div>
    <Button variant="plain" onClick={onCancel}>
      Cancel
    </Button>
  </div>
)

function Choice({
  icon,
  title,
  text,
  onClick,
}: {
  icon: ReactNode
  title: string
  text: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex flex-col items-center gap-2 rounded-box border border-input bg-surface p-6
        text-center transition-colors hover:border-primary hover:bg-primary-soft"
    >
      <span className="text-primary">{icon}</span>
      <span className="font-semibold text-lg">{title}</span>
      <span className="text-muted text-sm">{text}</span>
    </button>
  )
}

function NewBookStep({ photos, ...props }: AddBookStepProps & { photos: ReactNode }) {
  const askingPrice = typedNumber(useFormContext<BookDraft>().watch('price'))
  return (
    <AddBookStepForm {...props} submitLabel="Submit">
      <IsbnField filled={['title', 'author', 'branch', 'original_price']} />
      <TitleAuthorBranchFields />
      <NewBookPriceFields />
      <CopiesField bookType="new" />
      <DescriptionField />
      {photos}
      <RentFields askingPrice={askingPrice} />
      <OpenToExchangeField />
      <ConditionField />
      <PublicationDateField />
      <MoreFields />
      <MissingDetailsPrompt />
    </AddBookStepForm>
  )
}

const oldBookFacts = [
  'title',
  'author',
  'branch',
  'publication_year',
  'pages',
  'original_price',
] as const

type OldBookStepProps = AddBookStepProps & { price: PredictedPriceQuery }
type ConditionStepProps = OldBookStepProps & {
  photos: ReactNode
  isPriceAsked: boolean
  onPriceAsked: () => void
}

const OldBookConditionStep = ({
  price,
  photos,
  isPriceAsked,
  onPriceAsked,
  ...props
}: ConditionStepProps) => (
  <AddBookStepForm {...props} onPress={onPriceAsked} submitLabel="Next">
    <IsbnField filled={oldBookFacts} />
    <ConditionField />
    <YearAndPagesFields />
    <PriceField
      name="original_price"
      label="Original price (₹)"
      hint="The price printed on the book."
    />
    {photos}
    <PredictPriceSection query={price} isAsked={isPriceAsked} onAsk={onPriceAsked} />
  </AddBookStepForm>
)

const Photos = (
  props: Pick<ComponentProps<typeof BookImagesField>, 'value' | 'onChange' | 'error'>,
) => (
  <BookImagesField
    {...props}
    label="Images (2-5)"
    hint="The first one is the cover. Photos of the real copy sell best."
  />
)

function OldBookDetailsStep({ price, ...props }: OldBookStepProps) {
  const draft = useFormContext<BookDraft>().watch()
  return (
    <AddBookStepForm {...props} submitLabel="Submit">
      <TitleAuthorBranchFields />
      <CopiesField bookType="old" />
      <DescriptionField />
      <RentFields askingPrice={listedPrice(draft, price)} />
      <OpenToExchangeField />
      <MoreFields />
      <MissingDetailsPrompt />
      <ListingPrice query={price} />
    </AddBookStepForm>
  )
}
