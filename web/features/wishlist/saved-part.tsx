import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Topic } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { ListView, type PagedList } from '#web/ui/loading/list-view.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Saved = { _id: string }

type Writes<T> = {
  thing: 'book' | 'search'
  nameOf: (row: T) => string
  remove: (row: T) => Promise<unknown>
  restore: (row: T) => Promise<unknown>
  topic: Topic
}

/**
 * Removes rows before the server has answered. A row comes back if the server didn't remove it, or
 * by Undo.
 */
function useRemovals<T extends Saved>({ thing, nameOf, topic, ...writes }: Writes<T>) {
  const [removed, setRemoved] = useState<readonly string[]>([])
  const client = useQueryClient()
  const toast = useToast()
  const show = ({ _id }: T) => setRemoved((ids) => ids.filter((id) => id !== _id))
  const write = async (sent: Promise<unknown>, fallback: string): Promise<boolean> => {
    try {
      await sent
      return true
    } catch (error) {
      toast({ text: errorMessage(error, fallback), kind: 'error' })
      return false
    } finally {
      void refreshTopics(client, [topic])
    }
  }
  const remove = (row: T) => {
    setRemoved((ids) => [...ids, row._id])
    const sent = write(writes.remove(row), `The ${thing} is still saved.`)
    void sent.then((isDone) => isDone || show(row))
    const undo = async () => {
      const isRemoved = await sent
      if (isRemoved && (await write(writes.restore(row), `The ${thing} could not be saved.`)))
        show(row)
    }
    const action = (
      <Button variant="ghost" size="sm" onClick={() => void undo()}>
        Undo
      </Button>
    )
    toast({ text: `Removed ${nameOf(row)}.`, action })
  }
  return { isRemoved: ({ _id }: T) => removed.includes(_id), remove }
}

type Props<T> = {
  title: 'Books' | 'Searches'
  list: PagedList<T>
  writes: Writes<T>
  emptyText: string
  emptyAction: ReactNode
  /** If there are more rows, a button shows the others. */
  shown?: number
  children: (row: T, remove: () => void) => ReactNode
}

/** A part of the wishlist: what a buyer has saved, with a way to remove it. */
export function SavedPart<T extends Saved>(props: Props<T>) {
  const { title, list, writes, emptyText, emptyAction, children } = props
  const [shown, setShown] = useState(props.shown)
  const { isRemoved, remove } = useRemovals(writes)
  const id = title.toLowerCase()
  const rows = list.rows.filter((row) => !isRemoved(row))
  const hidden = shown === undefined ? 0 : Math.max(0, rows.length - shown)
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
        isEmpty={() => rows.length === 0 && !list.hasNextPage}
        // The page has a note about outdated rows above all its parts.
        outdated={null}
      >
        {() => (
          <>
            <ul className="grid gap-3 md:grid-cols-2">
              {rows.slice(0, rows.length - hidden).map((row) => (
                <li key={row._id}>{children(row, () => remove(row))}</li>
              ))}
            </ul>
            {hidden > 0 && (
              <Button variant="plain" className="self-center" onClick={() => setShown(undefined)}>
                Show {hidden} more
              </Button>
            )}
          </>
        )}
      </ListView>
    </section>
  )
}
