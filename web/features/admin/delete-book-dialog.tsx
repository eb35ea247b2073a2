import { type AdminBook, removeAnyBook } from '#contract/admin/admin.ts'
import { ReasonDialog } from './reason-dialog.tsx'

export function DeleteBookDialog({ book, onClose }: { book: AdminBook; onClose: () => void }) {
  return (
    <ReasonDialog
      action={removeAnyBook}
      id={book._id}
      title="Are you sure you want to delete this book?"
      description={`${book.title}, sold by ${book.seller.name}`}
      effect="It leaves the market at once, and its pending orders are cancelled."
      hint="The seller and everybody who chats about the book read it."
      confirmLabel="Delete"
      errorText="Failed to delete book."
      doneText={`'${book.title}' was deleted.`}
      onClose={onClose}
    />
  )
}
