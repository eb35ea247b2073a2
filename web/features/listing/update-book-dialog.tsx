import { type ChangeEvent, type FormEvent, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { BookUpdate } from '#contract/book-forms.ts'
import { type Book, listOwnBooks, updateBook } from '#contract/books.ts'
import { errorCatalog, inputError } from '#contract/errors.ts'
import { imageLimits } from '#contract/policy.ts'
import { useUpdateRow, useWrite } from '#web/api/hooks.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ImagePicker, type PickedImage } from '#web/ui/inputs/image-picker.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { bookUpdate, draftFromBook } from './book-change.ts'
import {
  ConditionField,
  Copies,
  Description,
  Money,
  PublicationDate,
  Rentable,
  TitleAuthorBranch,
  YearAndPages,
} from './book-fields.tsx'
import { besideFields } from './book-form-errors.ts'
import {
  askingPriceError,
  type AskingPriceDraft as Draft,
  EditAskingPrice,
} from './edit-asking-price.tsx'

/** Changes one of the seller's books. */
export function UpdateBookDialog({ book, onClose }: { book: Book; onClose: () => void }) {
  const form = useForm<Draft>({ defaultValues: draftFromBook(book) })
  const toast = useToast()
  const [images, setImages] = useState<PickedImage[]>(() =>
    book.images.map((url) => ({ key: url, url })),
  )
  const [alert, setAlert] = useState<string>()
  const [share, setShare] = useState(0)
  const changeRow = useUpdateRow(listOwnBooks)
  const update = useWrite(updateBook, {
    onProgress: setShare,
    onDone: ({ book: saved }) =>
      changeRow(saved._id, ({ can, availability }) => ({ ...saved, can, availability })),
  })
  const touched =
    form.formState.isDirty ||
    images.some((picture, place) => picture.url !== book.images[place]) ||
    images.length !== book.images.length

  /** A mended field is no longer marked; Update looks at it again. */
  const forget = ({ target: { name, value } }: ChangeEvent<HTMLFormElement>) => {
    form.clearErrors(
      name === 'original_price' ? ['original_price', 'price'] : (name as keyof Draft),
    )
    setAlert(undefined)
    // The year follows the date, in sight of who changes it.
    if (name === 'publicationDate' && book.bookType === 'old' && value !== '')
      form.setValue('publication_year', String(value).slice(0, 4))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const ask = bookUpdate(book, form.getValues(), images)
    const parsed = BookUpdate.safeParse(ask)
    form.clearErrors()
    setAlert(undefined)
    const refusal = parsed.success ? undefined : inputError(parsed.error)
    const fields = besideFields(refusal?.fields ?? {}, form.getValues())
    // An empty one would leave it as it was.
    if (book.publication_year !== undefined && form.getValues('publication_year').trim() === '')
      fields.publication_year = 'Publication year is required.'
    const fault = book.bookType === 'old' ? askingPriceError(form.getValues()) : undefined
    if (fault !== undefined) fields.price = fault
    if (form.getValues('isRentable') && form.getValues('rentPrice').trim() === '')
      fields.rentPrice = 'Rent price per day is required.'
    for (const [place, [name, message]] of Object.entries(fields).entries())
      form.setError(name as keyof Draft, { message }, { shouldFocus: place === 0 })
    if (Object.keys(fields).length > 0)
      return setAlert(refusal?.message ?? Object.values(fields)[0])
    setShare(0)
    try {
      if (!(await update.run(ask))) return
      toast({ text: '✅ Book Updated Successfully!', kind: 'good' })
      onClose()
    } catch (error) {
      setAlert(showFormError(form, error, '❌ Failed to update book.'))
    }
  }
  return (
    <Dialog open onClose={onClose} title="Update Book" width="md" keep={touched}>
      <FormProvider {...form}>
        <form onSubmit={submit} onChange={forget} noValidate className="flex flex-col gap-4">
          <TitleAuthorBranch />
          {book.bookType === 'new' ? (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <Money name="original_price" label="Price (₹)" />
                <Copies />
              </div>
              <ConditionField />
            </>
          ) : (
            <>
              <ConditionField />
              <YearAndPages />
              <Money name="original_price" label="Original price (₹)" />
              <EditAskingPrice />
            </>
          )}
          <Rentable />
          {(book.bookType === 'new' || book.publicationDate !== undefined) && <PublicationDate />}
          <Description />
          <ImagePicker
            label="Images (at most 5)"
            value={images}
            onChange={setImages}
            max={imageLimits.max}
            tooMany={errorCatalog.too_many_images[1]}
            unreadable={errorCatalog.image_unreadable[1]}
          />
          {update.pending && <ProgressBar share={share} label="Saving" />}
          <FormError>{alert}</FormError>
          <ErrorSummary form={form} />
          <div className="flex justify-end gap-2">
            <Button look="plain" onClick={onClose} disabled={update.pending}>
              Cancel
            </Button>
            <Button type="submit" pending={update.pending}>
              Update Book
            </Button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}
