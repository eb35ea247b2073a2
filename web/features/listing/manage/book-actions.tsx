import { Eye, EyeOff, ImagePlus, PackagePlus, Pencil, Trash2 } from 'lucide-react'
import type { OwnBook } from '#contract/books/books.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { useChangeBook } from './bulk/use-change-books.tsx'

type Props = {
  book: OwnBook
  onEdit: (book: OwnBook) => void
  onDelete: (book: OwnBook) => void
}

const iconSize = 18

function useActions({ book, onEdit, onDelete }: Props) {
  const toast = useToast()
  const { change } = useChangeBook(book._id)
  const { title, can } = book
  const edit = () => onEdit(book)
  const shownText = book.needsPhotos
    ? `“${title}” is a draft until it has ${imageLimits.min} photos.`
    : `“${title}” is shown again.`
  const more: MenuItem[] = [
    ...(book.needsPhotos
      ? [{ label: 'Add photos', icon: <ImagePlus size={iconSize} />, onSelect: edit }]
      : []),
    ...(can.includes('restock')
      ? [
          {
            label: 'Restock',
            icon: <PackagePlus size={iconSize} />,
            onSelect: () => void change({ kind: 'stock', to: 1 }, () => `“${title}”: 1 in stock.`),
          },
        ]
      : []),
    can.includes('show')
      ? {
          label: 'Show',
          icon: <Eye size={iconSize} />,
          onSelect: () => void change({ kind: 'hidden', isHidden: false }, () => shownText),
        }
      : {
          label: 'Hide',
          icon: <EyeOff size={iconSize} />,
          onSelect: () =>
            void change({ kind: 'hidden', isHidden: true }, () => `“${title}” is hidden.`),
        },
  ]
  const askDelete = () =>
    can.includes('delete')
      ? onDelete(book)
      : // Stays clickable to say the reason, since phones show no tooltips.
        toast({ text: errorCatalog.book_has_orders[1], kind: 'error' })
  return { more, edit, askDelete }
}

/** Takes a copy from the stock that was sold at the counter. */
export function SellOne({ book: { _id, title, can } }: { book: OwnBook }) {
  const { change, pending } = useChangeBook(_id)
  const sell = () =>
    change(
      { kind: 'sold' },
      ({ available }) => `“${title}”: ${available ? `${available} left` : 'now sold out'}.`,
    )
  if (!can.includes('sell')) return null
  return (
    <Button
      variant="plain"
      size="sm"
      className="-my-1 min-w-11 px-2! py-0 tabular:min-h-6! tabular:min-w-0 tabular:px-1.5! tabular:text-xs"
      aria-label={`−1: one “${title}” was sold at the counter`}
      title="Sold at the counter"
      pending={pending}
      onClick={() => void sell()}
    >
      −1
    </Button>
  )
}

export function BookActions(props: Props) {
  const { more, edit, askDelete } = useActions(props)
  const { title } = props.book
  return (
    <span className="flex justify-end tabular:justify-start">
      <IconButton small label={`Edit ${title}`} onClick={edit}>
        <Pencil size={iconSize} />
      </IconButton>
      <IconButton small label={`Delete ${title}`} className="text-danger" onClick={askDelete}>
        <Trash2 size={iconSize} />
      </IconButton>
      <Menu small label={`More for ${title}`} items={more} />
    </span>
  )
}

/** All actions in one menu, for a card. */
export function BookMenu(props: Props) {
  const { more, edit, askDelete } = useActions(props)
  return (
    <Menu
      label={`Actions for ${props.book.title}`}
      items={[
        { label: 'Edit', icon: <Pencil size={iconSize} />, onSelect: edit },
        ...more,
        { label: 'Delete', icon: <Trash2 size={iconSize} />, danger: true, onSelect: askDelete },
      ]}
    />
  )
}
