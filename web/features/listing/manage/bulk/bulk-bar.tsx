import { Eye, EyeOff, GitBranch, IndianRupee, Package, Tag, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { changeManyBooks } from '#contract/books/bulk-changes.ts'
import type { Selection } from '#web/features/listing/manage/use-selection.ts'
import { formatCount } from '#web/format.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import { changedToast } from './use-change-books.tsx'

const iconSize = 18

type Props = { selection: Selection; loaded: number; total: number | undefined }

/** What can be done with the selected books. It stays in view. */
export function BulkBar({ selection, loaded, total = 0 }: Props) {
  const [open, setOpen] = useState<BulkKind>()
  const { run } = useAction(changeManyBooks, {
    failed: '❌ Failed to update book.',
    done: (result) => changedToast(result, result.message),
  })
  if (selection.count === 0) return null
  const setHidden = async (isHidden: boolean) => {
    const changed = await run({ ...selection.chosen, change: { kind: 'hidden', isHidden } })
    if (changed) selection.clear()
  }
  const item = (kind: BulkKind, label: string, icon: ReactNode) => ({
    label,
    icon,
    onSelect: () => setOpen(kind),
  })
  return (
    <section
      aria-label="Selected books"
      className="sticky bottom-2 z-20 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-box border
        border-primary bg-surface p-2 shadow-raised"
    >
      <p role="status" className="px-1 font-medium">
        {selection.count.toLocaleString('en-IN')} selected
      </p>
      {!selection.isAll && selection.count >= loaded && total > loaded && (
        <Button variant="ghost" size="sm" onClick={selection.selectAll}>
          Select all {formatCount(total, 'book')}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1">
        <Button
          variant="plain"
          size="sm"
          icon={<IndianRupee size={iconSize} />}
          onClick={() => setOpen('price')}
        >
          Price
        </Button>
        <Button
          variant="plain"
          size="sm"
          icon={<Package size={iconSize} />}
          onClick={() => setOpen('stock')}
        >
          Stock
        </Button>
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
        <IconButton label="Clear selection" onClick={selection.clear}>
          <X size={iconSize} />
        </IconButton>
      </span>
      {open && <BulkDialog kind={open} selection={selection} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
