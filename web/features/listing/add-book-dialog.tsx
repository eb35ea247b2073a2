// The Add Book modal: a new book in two steps, an old one in three, with its predicted price.
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { addBook } from '#contract/books.ts'
import { errorCatalog } from '#contract/errors.ts'
import { imageLimits } from '#contract/policy.ts'
import { useWrite } from '#web/api/hooks.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { errorCodeOf, showFormError } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ImagePicker, type PickedImage } from '#web/ui/inputs/image-picker.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import {
  type BookDraft,
  emptyDraft,
  newBookInput,
  type Prediction,
  predictedFor,
} from './book-draft.ts'
import {
  ConditionField,
  Copies,
  Description,
  Isbn,
  Money,
  PublicationDate,
  Rentable,
  TitleAuthorBranch,
  useBranches,
  YearAndPages,
} from './book-fields.tsx'
import { bookErrors, type FormAlert, type FormErrors, stepErrors } from './book-form-errors.ts'
import { BookTypeChoice } from './book-type-choice.tsx'
import { ListingPrice, submitBlockedBy } from './listing-price.tsx'
import { PricePrediction } from './price-prediction.tsx'
import { usePrice } from './use-price.ts'

type Step = 'type' | 'new' | 'old-price' | 'old-facts'
const titles: Record<Step, string> = {
  type: 'Add Book',
  new: 'Add a new book',
  'old-price': 'Add an old book: its price',
  'old-facts': 'Add an old book: its facts',
}
const places: Record<Step, string> = {
  type: 'Step 1: is it new, or has it been read?',
  new: 'Step 2 of 2',
  'old-price': 'Step 2 of 3',
  'old-facts': 'Step 3 of 3',
}

export function AddBookDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<BookDraft>({ defaultValues: emptyDraft })
  const toast = useToast()
  useBranches()
  const [step, setStep] = useState<Step>('type')
  const [images, setImages] = useState<PickedImage[]>([])
  const [prediction, setPrediction] = useState<Prediction>()
  const [alert, setAlert] = useState<FormAlert>()
  const [share, setShare] = useState(0)
  const add = useWrite(addBook, { onProgress: setShare })
  const draft = form.watch()
  const listing = usePrice(draft, step === 'old-facts')
  const hold =
    step === 'old-facts' && draft.acceptPredictedPrice ? submitBlockedBy(listing) : undefined
  const go = (next: Step) => {
    setAlert(undefined)
    setStep(next)
  }
  const choose = (bookType: BookDraft['bookType']) => {
    form.setValue('bookType', bookType)
    go(bookType === 'new' ? 'new' : 'old-price')
  }
  /** Shows what is wrong; true when nothing is. */
  const passes = ({ alert: wrong, fields }: FormErrors): boolean => {
    form.clearErrors()
    for (const [place, [name, message]] of Object.entries(fields).entries())
      form.setError(name as keyof BookDraft, { message }, { shouldFocus: place === 0 })
    setAlert(wrong)
    return wrong === undefined && Object.keys(fields).length === 0
  }
  /** A mended field is no longer marked; the next step or Submit looks at it again. */
  const forget = (event: ChangeEvent<HTMLFormElement>) => {
    form.clearErrors(event.target.name as keyof BookDraft)
    if (alert?.code === 'price_awaited') setAlert(undefined)
  }
  const onPredicted = (next: Prediction) => {
    setPrediction(next)
    setAlert((now) => (now?.code === 'prediction_missing' ? undefined : now))
  }
  /** Back at its price a book shows the one that the branch has made of it. */
  const toPrice = () => {
    if (prediction && listing.fresh && listing.priced)
      setPrediction({ ...listing.priced, pressed: prediction.pressed })
    go('old-price')
  }
  const toFacts = (event: FormEvent) => {
    event.preventDefault()
    if (passes(stepErrors(form.getValues(), images, predictedFor(prediction, form.getValues()))))
      go('old-facts')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!passes(bookErrors(form.getValues(), images))) return
    if (hold) return setAlert({ code: 'price_awaited', text: hold })
    setShare(0)
    try {
      if (!(await add.run(newBookInput(form.getValues(), images)))) return
      toast({ text: '✅ Book Added Successfully!', kind: 'good' })
      onClose()
    } catch (error) {
      setAlert({
        code: errorCodeOf(error),
        text: showFormError(form, error, '❌ Failed to add book.'),
      })
    }
  }
  const picker = (
    <ImagePicker
      label="Images (2-5)"
      hint="The first one is the cover. Photos of the real copy sell best."
      value={images}
      onChange={(next) => {
        setImages(next)
        setAlert(undefined)
      }}
      max={imageLimits.max}
      tooMany={errorCatalog.too_many_images[1]}
      unreadable={errorCatalog.image_unreadable[1]}
      error={alert?.code === 'too_few_images' ? alert.text : undefined}
    />
  )
  const last = (back: () => void) => (
    <>
      {add.pending && <ProgressBar share={share} label="Uploading" />}
      {/* What waits for the price goes, or says something else, with the price. */}
      <FormError>{alert?.code === 'price_awaited' ? hold : alert?.text}</FormError>
      <ErrorSummary form={form} />
      <Buttons>
        <Button look="plain" onClick={back} disabled={add.pending}>
          Back
        </Button>
        <Button type="submit" pending={add.pending}>
          Submit
        </Button>
      </Buttons>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[step]}
      description={places[step]}
      width="md"
      keep={form.formState.isDirty || images.length > 0}
    >
      <FormProvider {...form}>
        <div key={step} ref={focusOnMount}>
          {step === 'type' && <BookTypeChoice onChoose={choose} onCancel={onClose} />}
          {step === 'new' && (
            <form onSubmit={submit} onChange={forget} noValidate className="flex flex-col gap-4">
              <TitleAuthorBranch />
              <Money name="original_price" label="Price (₹)" />
              <Copies />
              <Description />
              {picker}
              <Rentable />
              <ConditionField />
              <PublicationDate />
              <Isbn />
              {last(() => go('type'))}
            </form>
          )}
          {step === 'old-price' && (
            <form onSubmit={toFacts} onChange={forget} noValidate className="flex flex-col gap-4">
              <ConditionField />
              <YearAndPages />
              <Money
                name="original_price"
                label="Original price (₹)"
                hint="The price printed on the book."
              />
              {picker}
              <PricePrediction prediction={prediction} onPredicted={onPredicted} />
              <FormError>{alert?.text}</FormError>
              <ErrorSummary form={form} />
              <Buttons>
                <Button look="plain" onClick={() => go('type')}>
                  Back
                </Button>
                <Button type="submit">Next</Button>
              </Buttons>
            </form>
          )}
          {step === 'old-facts' && (
            <form onSubmit={submit} onChange={forget} noValidate className="flex flex-col gap-4">
              <TitleAuthorBranch />
              <Isbn />
              <Description />
              <Rentable />
              <ListingPrice read={listing} prediction={prediction} />
              {last(toPrice)}
            </form>
          )}
        </div>
      </FormProvider>
    </Dialog>
  )
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="flex justify-end gap-2">{children}</div>
)
