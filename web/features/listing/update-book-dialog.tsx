import { type ChangeEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { readOwnBook, updateBook } from '#contract/books/books.ts'
import { callForEdit } from '#web/api/client.ts'
import { DraftNotice } from '#web/features/books/hidden-notice.tsx'
import { EditAskingPrice } from '#web/features/listing/price/edit-asking-price.tsx'
import { ringMayEndText } from '#web/features/wishlist/titles/ring-ends.ts'
import { typedNumber } from '#web/format.ts'
import { ConflictingChanges } from '#web/forms/conflicting-changes.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { BookDraft } from './book-draft.ts'
import {
  ConditionField,
  CopiesField,
  DescriptionField,
  NewBookPriceFields,
  PriceField,
  PublicationDateField,
  RentFields,
  ShelfCodeField,
  TitleAuthorBranchFields,
  YearAndPagesFields,
} from './book-fields.tsx'
import { updateBookErrors } from './book-form-errors.ts'
import { BookImagesField } from './book-images-field.tsx'
import {
  bookFieldTexts,
  draftFromBook,
  type EditedBook,
  hasOtherImages,
  updateBookInput,
  valuesOfBook,
} from './book-update-draft.ts'
import { IsbnField } from './isbn-field.tsx'
import { OpenToExchangeField } from './open-to-exchange-field.tsx'

function useBookUpdateForm(current: EditedBook, onClose: () => void) {
  // The form keeps the book with which it opened, so that only the changes since then are sent even
  // if the list is refetched.
  const [book] = useState(current)
  const form = useForm<BookDraft>({ defaultValues: draftFromBook(book) })
  const { saved: restored } = useFormDraft(form, `update ${book._id}`)
  const [images, setImages] = useState<PickedImage[]>(() =>
    book.images.map((url) => ({ key: url, url })),
  )
  const edit = useEdit({
    first: current,
    toValues: valuesOfBook,
    values: () => ({ ...form.getValues(), images }),
    setValue: (name, value) =>
      name === 'images'
        ? setImages(value as PickedImage[])
        : form.setValue(name as keyof BookDraft, value as never, { shouldDirty: true }),
    read: () => callForEdit(readOwnBook, { id: book._id }),
  })
  const submission = useSubmit(form, updateBook, {
    uploads: true,
    edit,
    validate: (draft) => updateBookErrors(book, draft, images),
    toInput: (draft, shown: EditedBook) => updateBookInput(shown, draft, images),
    fallback: '❌ Failed to update book.',
    done: '✅ Book Updated Successfully!',
    onDone: onClose,
  })
  const hasChanges = form.formState.isDirty || hasOtherImages(book, images)
  const onChange = ({ target: { name, value } }: ChangeEvent<HTMLFormElement>) => {
    form.clearErrors(
      name === 'original_price' ? ['original_price', 'price'] : (name as keyof BookDraft),
    )
    submission.clearFailure()
    // Shows the year of the date at once, because the server takes the year from the date.
    if (name === 'publicationDate' && book.bookType === 'old' && value !== '')
      form.setValue('publication_year', String(value).slice(0, 4))
  }
  return {
    form,
    isRestored: restored !== undefined,
    hasChanges,
    submission,
    onChange,
    edit,
    images,
    setImages,
  }
}

export function UpdateBookDialog({ book, onClose }: { book: EditedBook; onClose: () => void }) {
  const { form, isRestored, hasChanges, submission, onChange, edit, images, setImages } =
    useBookUpdateForm(book, onClose)
  const photos = <BookImagesField label="Images (at most 5)" value={images} onChange={setImages} />
  return (
    <Dialog open onClose={onClose} title="Update Book" width="md" hasUnsavedChanges={hasChanges}>
      <ContractForm
        form={form}
        {...submission}
        submitLabel="Update Book"
        onCancel={onClose}
        onChange={onChange}
      >
        {isRestored && (
          <p className="rounded-box bg-accent-soft px-4 py-3 text-sm">
            Your unsaved changes are back, except photos.
          </p>
        )}
        {book.needsPhotos && (
          <>
            <DraftNotice />
            {photos}
          </>
        )}
        {book.ring && (
          <p className="rounded-box bg-accent-soft px-4 py-3 font-medium text-sm">
            {ringMayEndText(book.ring)}
          </p>
        )}
        <TitleAuthorBranchFields />
        <IsbnField filled={book.bookType === 'old' ? ['publication_year', 'pages'] : []} />
        {book.bookType === 'new' ? (
          <>
            <NewBookPriceFields />
            <CopiesField bookType="new" />
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
        <RentFields askingPrice={typedNumber(form.watch('price'))} />
        {(book.available > 0 || book.isReservedForWant) && <OpenToExchangeField />}
        {(book.bookType === 'new' || book.publicationDate !== undefined) && (
          <PublicationDateField />
        )}
        <DescriptionField />
        <ShelfCodeField />
        {!book.needsPhotos && photos}
        <ConflictingChanges
          changes={edit.changes}
          fields={bookFieldTexts(book.bookType)}
          onChoose={edit.choose}
        />
      </ContractForm>
    </Dialog>
  )
}
