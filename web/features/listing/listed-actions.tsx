import type { Book } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { TextLink, textLinkClass } from '#web/ui/links.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import type { BookDraft } from './book-draft.ts'
import { addAnotherPath } from './use-add-book.ts'

const linkClass = 'rounded-box p-2 font-medium text-sm'

/** Buttons to view or share a new listing, or to add another book. */
export function ListedActions({ book, draft }: { book: Book; draft: BookDraft }) {
  const toast = useToast()
  const share = async () => {
    const url = new URL(paths.book(book._id), window.location.origin).href
    const condition = labelOf(conditionLabels, book.condition)
    const text = `${book.title} (${condition}), ${formatRupees(book.price)}`
    // The promise rejects if the person closes the phone's share sheet.
    if (navigator.share) return navigator.share({ text, url }).catch(() => {})
    await navigator.clipboard.writeText(`${text}\n${url}`).then(
      () => toast({ text: 'Copied. Paste it into a chat.', kind: 'success' }),
      () => toast({ text: url, kind: 'info' }),
    )
  }
  return (
    <span className="flex flex-wrap">
      <TextLink to={paths.book(book._id)} className={linkClass}>
        View
      </TextLink>
      <button
        type="button"
        className={`${textLinkClass} ${linkClass}`}
        onClick={() => void share()}
      >
        Share
      </button>
      <TextLink to={addAnotherPath(draft)} className={linkClass}>
        Add another
      </TextLink>
    </span>
  )
}
