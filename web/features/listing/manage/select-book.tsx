import type { OwnBook } from '#contract/books/books.ts'
import type { Selection } from './use-selection.ts'

const boxClass = 'size-5 shrink-0 accent-primary'
/** Phones need a larger target than the box. */
const targetClass = 'flex min-h-11 min-w-9 items-center justify-center tabular:min-h-8'

export const SelectBook = ({ book, selection }: { book: OwnBook; selection: Selection }) => (
  <label className={targetClass}>
    <input
      type="checkbox"
      aria-label={`Select ${book.title}`}
      checked={selection.isSelected(book._id)}
      onChange={({ target }) => selection.change([book._id], target.checked)}
      className={boxClass}
    />
  </label>
)

/** Selects the books that are loaded. */
export function SelectLoaded({
  rows,
  selection,
  label,
}: {
  rows: readonly OwnBook[]
  selection: Selection
  label?: string
}) {
  const ids = rows.map(({ _id }) => _id)
  const selected = ids.filter(selection.isSelected).length
  return (
    <label className={`${targetClass} ${label ? 'gap-2 px-2' : ''}`}>
      <input
        type="checkbox"
        aria-label="Select all"
        checked={ids.length > 0 && selected === ids.length}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < ids.length
        }}
        onChange={({ target }) => selection.change(ids, target.checked)}
        className={boxClass}
      />
      {label}
    </label>
  )
}
