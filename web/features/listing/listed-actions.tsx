import type { Book } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { TextLink, textLinkClass } from '#web/ui/links.tsx'
import { useShare } from '#web/ui/share-button.tsx'
import type { BookDraft } from './book-draft.ts'
import { addAnotherPath } from './use-add-book.ts'

const linkClass = 'rounded-box p-2 font-medium text-sm'

/** Buttons to view or share a new listing, or to add another book. */
export function ListedActions({ book, draft }: { book: Book; draft: BookDraft }) {
  const share = useShare()
  const condition = labelOf(conditionLabels, book.condition)
  const text = `${book.title} (${condition}), ${formatRupees(book.price)}`
  return (
    <span className="flex flex-wrap">
      <TextLink to={paths.book(book._id)} className={linkClass}>
        View
      </TextLink>
      <button
        type="button"
        className={`${textLinkClass} ${linkClass}`}
        onClick={() => void share({ text, path: paths.book(book._id) })}
      >
        Share
      </button>
      <TextLink to={addAnotherPath(draft)} className={linkClass}>
        Add another
      </TextLink>
    </span>
  )
}
