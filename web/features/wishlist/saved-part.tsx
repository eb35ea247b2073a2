import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Topic } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import type { useReadPages } from '#web/api/hooks.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
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
  list: { rows: T[] } & Pick<
    ReturnType<typeof useReadPages>,
    | 'isPending'
    | 'isError'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  writes: Writes<T>
  empty: ReactNode
  /** If there are more rows, a button shows the others. */
  shown?: number
  children: (row: T, remove: () => void) => ReactNode
}

const gridClass = 'grid gap-3 md:grid-cols-2'

/** A part of the wishlist: what a buyer has saved, with a way to remove it. */
export function SavedPart<T extends Saved>({ title, ...props }: Props<T>) {
  const id = title.toLowerCase()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="font-semibold text-2xl">
        {title}
      </h2>
      <Rows title={title} {...props} />
    </section>
  )
}

function Rows<T extends Saved>({ title, list, writes, empty, shown, children }: Props<T>) {
  const [showsAll, setShowsAll] = useState(shown === undefined)
  const { isRemoved, remove } = useRemovals(writes)
  const name = `saved ${title.toLowerCase()}`
  if (list.isPending)
    return (
      <Loading text={`Loading ${name}...`}>
        <div className={gridClass}>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </Loading>
    )
  if (list.isError && list.rows.length === 0)
    return (
      <LoadError
        text={`Failed to load ${name}. Please try again.`}
        onRetry={() => void list.refetch()}
      />
    )
  const rows = list.rows.filter((row) => !isRemoved(row))
  if (rows.length === 0 && !list.hasNextPage) return empty
  const hidden = showsAll ? 0 : Math.max(0, rows.length - (shown ?? 0))
  return (
    <>
      <ul className={gridClass}>
        {rows.slice(0, rows.length - hidden).map((row) => (
          <li key={row._id}>{children(row, () => remove(row))}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="plain" className="self-center" onClick={() => setShowsAll(true)}>
          Show {hidden} more
        </Button>
      )}
      <LoadMore list={list} />
    </>
  )
}
