import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ListView, type PagedList } from '#web/ui/loading/list-view.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Props<T> = {
  title: 'Books' | 'Searches'
  list: PagedList<T>
  nameOf: (row: T) => string
  /** Resolves to undefined if the row could not be removed. */
  remove: (row: T) => Promise<unknown>
  restore: (row: T) => Promise<unknown>
  emptyText: string
  emptyAction: ReactNode
  /** How many rows are shown at first. A button shows the others. */
  shown?: number
  children: (row: T, remove: () => void) => ReactNode
}

/**
 * A part of the wishlist: the rows that a buyer has saved, with buttons to remove a row and to undo
 * that.
 */
export function SavedPart<T extends { _id: string }>(props: Props<T>) {
  const { title, list, emptyText, emptyAction, children } = props
  const [shown, setShown] = useState(props.shown)
  /** The ids of removed rows, which are dimmed until the list is read again. */
  const [removed, setRemoved] = useState<readonly string[]>([])
  const toast = useToast()
  const id = title.toLowerCase()
  const setDimmed = (id: string, isDimmed: boolean) =>
    setRemoved((ids) => [...ids.filter((other) => other !== id), ...(isDimmed ? [id] : [])])
  const restore = (row: T) => {
    setDimmed(row._id, false)
    void props.restore(row)
  }
  const remove = async (row: T) => {
    setDimmed(row._id, true)
    if ((await props.remove(row)) === undefined) return setDimmed(row._id, false)
    const undo = (
      <Button variant="ghost" size="sm" onClick={() => restore(row)}>
        Undo
      </Button>
    )
    toast({ text: `Removed ${props.nameOf(row)}.`, action: undo })
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="font-semibold text-2xl">
        {title}
      </h2>
      <ListView
        list={list}
        skeletons={['h-24', 'h-24']}
        className="grid gap-3 md:grid-cols-2"
        emptyText={
          list.isLoadingError ? `Failed to load saved ${id}. Please try again.` : emptyText
        }
        emptyAction={emptyAction}
        // The page already has a note about outdated rows, above all its parts.
        outdated={null}
      >
        {(rows) => (
          <>
            <ul className="grid gap-3 md:grid-cols-2">
              {rows.slice(0, shown).map((row) => (
                <li key={row._id} className={removed.includes(row._id) ? 'opacity-60' : ''}>
                  {children(row, () => void remove(row))}
                </li>
              ))}
            </ul>
            {shown !== undefined && rows.length > shown && (
              <Button variant="plain" className="self-center" onClick={() => setShown(undefined)}>
                Show {rows.length - shown} more
              </Button>
            )}
          </>
        )}
      </ListView>
    </section>
  )
}
