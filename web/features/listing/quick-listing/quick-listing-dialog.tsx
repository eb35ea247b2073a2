import { useEffect, useRef, useState } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import { switchRole } from '#contract/accounts/auth.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { addBook } from '#contract/books/books.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { useWrite } from '#web/api/hooks.ts'
import {
  addBookInput,
  type BookDraft,
  defaultCondition,
  emptyDraft,
} from '#web/features/listing/book-draft.ts'
import {
  AuthorField,
  BranchField,
  ConditionField,
  PriceField,
  YearField,
} from '#web/features/listing/book-fields.tsx'
import { addBookErrors, priceFieldErrors } from '#web/features/listing/book-form-errors.ts'
import { BookImagesField } from '#web/features/listing/book-images-field.tsx'
import { TitleField } from '#web/features/wishlist/titles/title-field.tsx'
import { useWantedCount, WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import { endSession } from '#web/session/ended-sessions.ts'
import { type Session, useSession } from '#web/session/session.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The first values of the form: a used copy at the predicted price, open to exchange. */
const givenCopy: BookDraft = {
  ...emptyDraft,
  bookType: 'old',
  condition: defaultCondition.old,
  openToExchange: true,
}

/** What is known of the wanted title. */
type Initial = Partial<Pick<BookDraft, 'title' | 'author' | 'isbn' | 'branch'>>
type Props = { initial?: Initial | undefined; onClose: () => void }

/** Lists one used copy with little typing, even for people without a seller account. */
export function QuickListingDialog({ initial, onClose }: Props) {
  const form = useForm<BookDraft>({ defaultValues: { ...givenCopy, ...initial } })
  const [images, setImages] = useState<PickedImage[]>([])
  const seller = useSellerSession()
  const submission = useSubmit(form, addBook, {
    uploads: true,
    sessionOf: seller.sessionOf,
    validate: (draft) => {
      const { alert, fields } = addBookErrors(draft, images)
      return { alert, fields: { ...priceFieldErrors(draft), ...fields } }
    },
    toInput: async (draft) => {
      await seller.start()
      return addBookInput(draft, images)
    },
    fallback: '❌ Failed to add book.',
    done: ({ book }) => ({
      text: 'Your copy is open to swaps.',
      action: (
        <TextLink to={paths.book(book._id)} className="font-medium">
          See it
        </TextLink>
      ),
    }),
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="What can you give?"
      description="A used book of yours, for one that you want."
      width="md"
      hasUnsavedChanges={form.formState.isDirty || images.length > 0}
    >
      <ContractForm
        form={form}
        {...submission}
        submitLabel="Open to swap"
        onCancel={onClose}
        onChange={({ target }) => {
          form.clearErrors(target.name as keyof BookDraft)
          submission.clearFailure()
        }}
      >
        <BookImagesField
          label="Photos (2-5)"
          hint="The cover, and one of the inside or the back."
          value={images}
          onChange={setImages}
        />
        <CopyFields />
        <p className="text-muted text-sm">
          Listed as a used book at the price that we predict. You can change all of it in Manage
          Books.
          {seller.isBuyer &&
            ' If you have no seller account yet, one is opened for you as a student, with the same email and password.'}
        </p>
      </ContractForm>
    </Dialog>
  )
}

function CopyFields() {
  const { watch } = useFormContext<BookDraft>()
  const [title, author, isbn, condition] = watch(['title', 'author', 'isbn', 'condition'])
  const people = useWantedCount({ title, author, isbn, condition })
  return (
    <>
      <TitleField />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AuthorField />
        <BranchField />
      </div>
      <div aria-live="polite" className="text-sm empty:hidden">
        <WantedCount people={people} />
      </div>
      <ConditionField />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PriceField
          name="original_price"
          label="Original price (₹)"
          hint="The price printed on the book."
        />
        <YearField />
      </div>
    </>
  )
}

/**
 * Starts a session of the person's seller account to list a book, without leaving the page. People
 * without a seller account get one as a student, as with 'Sell Books'. The session ends when the
 * screen that started it is closed.
 */
function useSellerSession() {
  const session = useSession()
  const change = useWrite(switchRole)
  const open = useWrite(openSellerAccount)
  const opened = useRef<Session>(undefined)
  useEffect(
    () => () => {
      if (opened.current) endSession(opened.current.token)
    },
    [],
  )
  const startSession = async () => {
    try {
      return await change.run({})
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'no_account_there') throw error
    }
    await open.run({ name: session?.name ?? '', sellerType: 'student' })
    return change.run({})
  }
  /** Starts the session, unless the person is logged in as a seller. Throws the server's errors. */
  const start = async (): Promise<void> => {
    if (session?.role === 'seller' || opened.current) return
    const started = await startSession()
    if (started) opened.current = { ...started, role: 'seller' }
  }
  return {
    isBuyer: session?.role === 'buyer',
    start,
    sessionOf: () => opened.current,
  }
}
