import { Eye, EyeOff, GitBranch, IndianRupee, Package, Tag, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { changeManyBooks, maxNamedBooks } from '#contract/books/manage/bulk-changes.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { SelectionBar } from '#web/ui/selection/selection-bar.tsx'
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import { type BookSelection, changedToast } from './use-change-books.tsx'

const iconSize = 18

type Props = {
  selection: BookSelection
  loaded: number
  total: number | undefined
  /** The box that selects all, unless it is elsewhere. */
  children?: ReactNode
}

export function BulkBar({ selection, loaded, total = 0, children }: Props) {
  const hasSelected = selection.count > 0
  const canSelectAll =
    hasSelected && !selection.isAll && selection.count >= loaded && total > loaded
  const count = selection.count.toLocaleString('en-IN')
  return (
    <SelectionBar
      label="Selected books"
      hasSelected={hasSelected}
      text={hasSelected ? `${count} selected` : formatCount(total, 'book')}
      box={children}
    >
      {canSelectAll && (
        <Button variant="ghost" size="sm" onClick={selection.selectAll}>
          Select all {formatCount(total, 'book')}
        </Button>
      )}
      {hasSelected && selection.isTooLarge && (
        <p className="text-danger text-sm">
          Select at most {maxNamedBooks.toLocaleString('en-IN')} of them, or all.
        </p>
      )}
      {hasSelected && <BulkActions selection={selection} />}
    </SelectionBar>
  )
}

function BulkActions({ selection }: { selection: BookSelection }) {
  const [open, setOpen] = useState<BulkKind>()
  const { run } = useAction(changeManyBooks, {
    failed: '❌ Failed to update book.',
    done: (result) => changedToast(result, result.message),
    onFailed: (error) => {
      if (error instanceof AppError && error.code === 'books_refused')
        selection.forget(Object.keys(error.fields ?? {}))
    },
  })
  const setHidden = async (isHidden: boolean) => {
    const changed = await run({ ...selection.chosen, change: { kind: 'hidden', isHidden } })
    if (changed) selection.clear()
  }
  const button = (kind: BulkKind, label: string, icon: ReactNode) => (
    <Button variant="plain" size="sm" icon={icon} onClick={() => setOpen(kind)}>
      {label}
    </Button>
  )
  const item = (kind: BulkKind, label: string, icon: ReactNode) => ({
    label,
    icon,
    onSelect: () => setOpen(kind),
  })
  return (
    <span className="flex items-center gap-1 max-sm:basis-full sm:ml-auto">
      {!selection.isTooLarge && (
        <>
          {button('price', 'Price', <IndianRupee size={iconSize} />)}
          {button('stock', 'Stock', <Package size={iconSize} />)}
          <Menu
            label="More changes"
            items={[
              item('branch', 'Branch', <GitBranch size={iconSize} />),
              item('shelfCode', 'Shelf code', <Tag size={iconSize} />),
              {
                label: 'Hide',
                icon: <EyeOff size={iconSize} />,
                onSelect: () => void setHidden(true),
              },
              {
                label: 'Show',
                icon: <Eye size={iconSize} />,
                onSelect: () => void setHidden(false),
              },
              { ...item('deleted', 'Delete', <Trash2 size={iconSize} />), danger: true },
            ]}
          />
        </>
      )}
      <IconButton label="Clear selection" className="max-sm:ml-auto" onClick={selection.clear}>
        <X size={iconSize} />
      </IconButton>
      {open && <BulkDialog kind={open} selection={selection} onClose={() => setOpen(undefined)} />}
    </span>
  )
}
