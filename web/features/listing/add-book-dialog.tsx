import { BookOpen, Sparkles } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useReducer } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import {
  type AddBookStep,
  addBookReducer,
  hasTyped,
  stateOfDraft,
} from '#web/features/listing/add-book/add-book-reducer.ts'
import {
  AddBookStepForm,
  type AddBookStepProps,
} from '#web/features/listing/add-book/add-book-step-form.tsx'
import { ListingPrice, listedPrice } from '#web/features/listing/add-book/listing-price.tsx'
import { PredictPriceSection } from '#web/features/listing/add-book/predict-price-section.tsx'
import { showErrors, useSubmitBook } from '#web/features/listing/add-book/use-submit-book.tsx'
import {
  type PredictedPriceQuery,
  usePredictedPrice,
} from '#web/features/listing/price/predicted-price.ts'
import { typedNumber } from '#web/format.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type BookDraft, defaultCondition, emptyDraft } from './book-draft.ts'
import {
  ConditionField,
  CopiesField,
  DescriptionField,
  PriceField,
  PublicationDateField,
  RentFields,
  TitleAuthorBranchFields,
  useBranches,
  YearAndPagesFields,
} from './book-fields.tsx'
import { oldBookPriceErrors } from './book-form-errors.ts'
import { BookImagesField } from './book-images-field.tsx'
import { IsbnField } from './isbn-field.tsx'
import { MissingDetailsPrompt, useSaveMissingDetails } from './missing-details-prompt.tsx'
import { OpenToExchangeField } from './open-to-exchange-field.tsx'
import { useDraftPhotos } from './use-draft-photos.ts'

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

/**
 * The dialog that lists a book. `initial` has the fields that are known. If it has the type, the
 * first step is skipped.
 */
export function AddBookDialog({ initial, onClose }: Props) {
  const form = useForm<BookDraft>({ defaultValues: { ...emptyDraft, ...initial } })
  const draftName = `listing ${initial?.title ?? ''}`
  const { saved, discard } = useFormDraft(form, draftName, { staysWhenClosed: true })
  const begun = hasTyped(saved) ? saved : initial?.bookType && initial
  const [state, dispatch] = useReducer(addBookReducer, begun, stateOfDraft)
  const photos = useDraftPhotos(draftName, state.images, (images) =>
    dispatch({ type: 'photosRestored', bookType: form.getValues('bookType'), images }),
  )
  // Fetched with the first step, so that the branches are there when a later step needs them.
  useBranches()
  const { step, images, isPriceAsked } = state
  const draft = form.watch()
  // The seller's own price is assessed even if they don't press Predict Price.
  const price = usePredictedPrice(
    draft,
    step.startsWith('oldBook') && (isPriceAsked || !draft.acceptPredictedPrice),
  )
  const { save: saveAnswers } = useSaveMissingDetails(form)
  const close = () => {
    discard()
    photos.discard()
    onClose()
  }
  const submit = useSubmitBook(form, state, dispatch, { price, saveAnswers, onDone: close })

  const chooseType = (bookType: BookDraft['bookType']) => {
    if (bookType !== form.getValues('bookType'))
      form.setValue('condition', defaultCondition[bookType])
    form.setValue('bookType', bookType)
    // The other type's form may not show this field.
    form.setValue('copies', emptyDraft.copies)
    dispatch({ type: 'typeChosen', bookType })
  }
  const completePriceStep = () => {
    const errors = oldBookPriceErrors(form.getValues(), images, price.isCurrent)
    if (showErrors(form, dispatch, errors)) dispatch({ type: 'priceStepCompleted' })
  }
  const stepProps = {
    state,
    dispatch,
    acceptedPrice: draft.acceptPredictedPrice ? price : undefined,
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
      hasUnsavedChanges={form.formState.isDirty || images.length > 0}
    >
      <FormProvider {...form}>
        {hasTyped(saved) && step !== 'choosingType' && (
          <p className="mb-4 rounded-box bg-accent-soft px-4 py-3 text-sm">Your draft is back.</p>
        )}
        <div key={step} ref={focusOnMount}>
          {step === 'choosingType' && <BookTypeStep onChoose={chooseType} onCancel={close} />}
          {step === 'newBook' && <NewBookStep {...stepProps} onSubmit={submit} />}
          {step === 'oldBookCondition' && (
            <OldBookConditionStep {...stepProps} price={price} onSubmit={completePriceStep} />
          )}
          {step === 'oldBookDetails' && (
            <OldBookDetailsStep {...stepProps} price={price} onSubmit={submit} />
          )}
        </div>
      </FormProvider>
    </Dialog>
  )
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

function NewBookStep(props: AddBookStepProps) {
  const askingPrice = typedNumber(useFormContext<BookDraft>().watch('original_price'))
  return (
    <AddBookStepForm {...props} submitLabel="Submit">
      <IsbnField filled={['title', 'author', 'branch']} />
      <TitleAuthorBranchFields />
      <PriceField name="original_price" label="Price (₹)" />
      <CopiesField bookType="new" />
      <DescriptionField />
      <AddBookImages {...props} />
      <RentFields askingPrice={askingPrice} />
      <OpenToExchangeField />
      <ConditionField />
      <PublicationDateField />
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

const OldBookConditionStep = ({ price, ...props }: OldBookStepProps) => (
  <AddBookStepForm {...props} submitLabel="Next">
    <IsbnField filled={oldBookFacts} />
    <ConditionField />
    <YearAndPagesFields />
    <PriceField
      name="original_price"
      label="Original price (₹)"
      hint="The price printed on the book."
    />
    <AddBookImages {...props} />
    <PredictPriceSection
      query={price}
      isAsked={props.state.isPriceAsked}
      onAsk={() => props.dispatch({ type: 'priceAsked' })}
    />
  </AddBookStepForm>
)

const AddBookImages = ({
  state: { images, alert },
  dispatch,
}: Pick<AddBookStepProps, 'state' | 'dispatch'>) => (
  <BookImagesField
    label="Images (2-5)"
    hint="The first one is the cover. Photos of the real copy sell best."
    value={images}
    onChange={(next) => dispatch({ type: 'imagesChanged', images: next })}
    error={alert?.code === 'too_few_images' ? alert.text : undefined}
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
      <MissingDetailsPrompt />
      <ListingPrice query={price} />
    </AddBookStepForm>
  )
}
