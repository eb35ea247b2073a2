import { type ChangeEvent, type FormEvent, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { readOwnBook, updateBook } from '#contract/books/books.ts'
import { callForEdit } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { EditAskingPrice } from '#web/features/listing/price/edit-asking-price.tsx'
import { ringMayEndText } from '#web/features/wishlist/titles/ring-ends.ts'
import { typedNumber } from '#web/format.ts'
import { ConflictingChanges } from '#web/forms/conflicting-changes.tsx'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import {
  ConditionField,
  CopiesField,
  DescriptionField,
  PriceField,
  PublicationDateField,
  RentFields,
  TitleAuthorBranchFields,
  YearAndPagesFields,
} from './book-fields.tsx'
import { updateBookErrors } from './book-form-errors.ts'
import { BookImagesField } from './book-images-field.tsx'
import {
  type BookUpdateDraft,
  bookFieldTexts,
  draftFromBook,
  type EditedBook,
  hasOtherImages,
  updateBookInput,
  valuesOfBook,
} from './book-update-draft.ts'
import { OpenToExchangeField } from './open-to-exchange-field.tsx'
import { showFieldErrors } from './show-field-errors.ts'

function useBookUpdateForm(current: EditedBook, onClose: () => void) {
  // The list behind the form may be refetched, but only changes since the form opened are sent.
  const [book] = useState(current)
  const form = useForm<BookUpdateDraft>({ defaultValues: draftFromBook(book) })
  const { saved: restored } = useFormDraft(form, `update ${book._id}`)
  const toast = useToast()
  const [images, setImages] = useState<PickedImage[]>(() =>
    book.images.map((url) => ({ key: url, url })),
  )
  const [alert, setAlert] = useState<string>()
  const [progress, setProgress] = useState(0)
  const update = useWrite(updateBook, { onProgress: setProgress })
  const edit = useEdit({
    first: current,
    toValues: valuesOfBook,
    values: () => ({ ...form.getValues(), images }),
    setValue: (name, value) =>
      name === 'images'
        ? setImages(value as PickedImage[])
        : form.setValue(name as keyof BookUpdateDraft, value as never, { shouldDirty: true }),
    read: () => callForEdit(readOwnBook, { id: book._id }),
  })
  const hasChanges = form.formState.isDirty || hasOtherImages(book, images)

  const onFieldChange = ({ target: { name, value } }: ChangeEvent<HTMLFormElement>) => {
    form.clearErrors(
      name === 'original_price' ? ['original_price', 'price'] : (name as keyof BookUpdateDraft),
    )
    setAlert(undefined)
    // The server takes the year from the date, and the form already shows this.
    if (name === 'publicationDate' && book.bookType === 'old' && value !== '')
      form.setValue('publication_year', String(value).slice(0, 4))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const draft = form.getValues()
    const errors = updateBookErrors(book, draft, images)
    form.clearErrors()
    setAlert(undefined)
    if (showFieldErrors(form, errors.fields)) return setAlert(errors.alert?.text)
    setProgress(0)
    try {
      const save = (shown: EditedBook, etag?: string) =>
        update.run(updateBookInput(shown, draft, images), etag)
      if (!(await edit.save(save))) return
      toast({ text: '✅ Book Updated Successfully!', kind: 'success' })
      onClose()
    } catch (error) {
      setAlert(showFormError(form, error, '❌ Failed to update book.'))
    }
  }
  const pending = update.pending || edit.isReading
  return {
    form,
    isRestored: restored !== undefined,
    images,
    setImages,
    alert,
    progress,
    pending,
    hasChanges,
    onFieldChange,
    submit,
    edit,
  }
}

export function UpdateBookDialog({ book, onClose }: { book: EditedBook; onClose: () => void }) {
  const { form, isRestored, images, setImages, alert, progress, pending, hasChanges, edit, ...on } =
    useBookUpdateForm(book, onClose)
  return (
    <Dialog open onClose={onClose} title="Update Book" width="md" hasUnsavedChanges={hasChanges}>
      <FormProvider {...form}>
        <form
          method="post"
          onSubmit={on.submit}
          onChange={on.onFieldChange}
          noValidate
          className="flex flex-col gap-4"
        >
          {isRestored && (
            <p className="rounded-box bg-accent-soft px-4 py-3 text-sm">
              Your unsaved changes are back, except photos.
            </p>
          )}
          {book.ring && (
            <p className="rounded-box bg-accent-soft px-4 py-3 font-medium text-sm">
              {ringMayEndText(book.ring)}
            </p>
          )}
          <TitleAuthorBranchFields />
          {book.bookType === 'new' ? (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <PriceField name="original_price" label="Price (₹)" />
                <CopiesField bookType="new" />
              </div>
              <ConditionField />
            </>
          ) : (
            <>
              <ConditionField />
              <YearAndPagesFields />
              <PriceField name="original_price" label="Original price (₹)" />
              <EditAskingPrice />
              <CopiesField bookType="old" />
            </>
          )}
          <RentFields
            askingPrice={typedNumber(
              form.watch(book.bookType === 'new' ? 'original_price' : 'price'),
            )}
          />
          {(book.available > 0 || book.isReservedForWant) && <OpenToExchangeField />}
          {(book.bookType === 'new' || book.publicationDate !== undefined) && (
            <PublicationDateField />
          )}
          <DescriptionField />
          <BookImagesField label="Images (at most 5)" value={images} onChange={setImages} />
          {pending && <ProgressBar share={progress} label="Saving" />}
          <ConflictingChanges
            changes={edit.changes}
            fields={bookFieldTexts(book.bookType)}
            onChoose={edit.choose}
          />
          <FormError>{alert}</FormError>
          <ErrorSummary form={form} />
          <div className="flex justify-end gap-2">
            <Button variant="plain" onClick={onClose} disabled={pending}>
              Cancel
            </Button>
            <Button type="submit" pending={pending}>
              Update Book
            </Button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}
