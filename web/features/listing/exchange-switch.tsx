import { useState } from 'react'
import { type listOwnBooks, updateBook } from '#contract/books/books.ts'
import { openToExchangeLabels } from '#contract/books/filter-labels.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { ringEndsText } from '#web/features/wishlist/titles/ring-ends.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

type Props = {
  book: Pick<ResponseOf<typeof listOwnBooks>[number], '_id' | 'title' | 'openToExchange' | 'ring'>
}

/** Opens or closes one of the seller's books for exchange. If this would end a ring, asks first. */
export function ExchangeSwitch({ book }: Props) {
  const update = useAction(updateBook, { failed: '❌ Failed to update book.', waits: true })
  const isOpen = book.openToExchange ?? false
  const [isAsking, setAsking] = useState(false)
  const press = async () => {
    await update.run({ id: book._id, openToExchange: !isOpen })
    setAsking(false)
  }
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOpen}
        aria-busy={update.pending}
        aria-label={`${openToExchangeLabels.true}: ${book.title}`}
        onClick={() => (isOpen && book.ring ? setAsking(true) : void press())}
        className="group inline-flex min-h-11 items-center gap-2 text-left text-sm tabular:min-h-8"
      >
        <span
          aria-hidden
          className="inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-input
          bg-sunken p-0.5 transition-colors group-aria-checked:border-primary
          group-aria-checked:bg-primary"
        >
          <span
            className="size-3.5 rounded-full bg-muted transition-transform
            group-aria-checked:translate-x-4 group-aria-checked:bg-on-primary"
          />
        </span>
        <span className={isOpen ? 'font-medium' : 'text-muted'}>{openToExchangeLabels.true}</span>
      </button>
      {book.ring && (
        <ConfirmDialog
          open={isAsking}
          title="Close this book to swaps?"
          confirmLabel="Close it"
          cancelLabel="Keep it open"
          danger
          pending={update.pending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void press()}
        >
          {book.title}. {ringEndsText(book.ring)}
        </ConfirmDialog>
      )}
    </>
  )
}
