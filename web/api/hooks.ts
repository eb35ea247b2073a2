// Reading and writing through endpoints.
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { CallResult, Endpoint, EndpointInput, Page, ResponseOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { randomId } from '#web/session/random-id.ts'
import { useAdmin, useSession } from '#web/session/session.ts'
import { call, isAppError, type OnProgress, refresh } from './client.ts'
import { restoreSavedList, useSaveList } from './offline-list.ts'

/** Names a read in the page's memory; what one person has read is never shown to another. */
export const readKey = (point: Endpoint, ask: object, viewer: string | undefined) =>
  [point.path, viewer ?? '', ask] as const

/** Who reads an endpoint: the admin what is for admins alone, else the buyer or seller. */
function useReader(point: Endpoint): string | undefined {
  const session = useSession()
  const admin = useAdmin()
  const isAdmins = point.access !== 'anyone' && point.access.every((role) => role === 'admin')
  return isAdmins ? (admin ?? undefined) : session?.userId
}

/** Lets nothing stay that the admin has read: call it where their pages begin. */
export function useClearAdminCache(): void {
  const client = useQueryClient()
  const admin = useAdmin()
  useEffect(() => {
    if (!admin) return
    return () => client.removeQueries({ predicate: (query) => query.queryKey[1] === admin })
  }, [client, admin])
}

type ReadOptions<T> = {
  enabled?: boolean
  /** What the server rendered the page with. */
  initial?: T | undefined
  /** Shows the last answer, dimmed, while another ask is under way. */
  keep?: boolean
  /** Keeps what was read, to be shown where it can't be read anew; it is gone with the session. */
  offline?: boolean
}

/** Reads an endpoint and keeps it fresh. */
export function useRead<E extends Endpoint>(
  point: E,
  ask: EndpointInput<E>,
  { enabled = true, initial, keep = false }: ReadOptions<CallResult<E>> = {},
) {
  const reader = useReader(point)
  return useQuery({
    queryKey: readKey(point, ask, reader),
    queryFn: ({ signal }) => call(point, ask, { signal }),
    enabled,
    meta: { reads: point.reads, failed: point.errorLog },
    ...(initial !== undefined && { initialData: initial as never }),
    ...(keep && { placeholderData: keepPreviousData as never }),
  })
}

type Row<E extends Endpoint> = ResponseOf<E> extends (infer R)[] ? R : never

/** Reads a list page by page; `rows` are all that came so far. */
export function useReadPages<E extends Endpoint & { paged: true }>(
  point: E,
  ask: EndpointInput<E>,
  { enabled = true, initial, keep = false, offline = false }: ReadOptions<Page<Row<E>>> = {},
) {
  const client = useQueryClient()
  const reader = useReader(point)
  const queryKey = [...readKey(point, ask, reader), 'pages'] as const
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ signal, pageParam }): Promise<Page<Row<E>>> => {
      const page = { limit: 24, ...ask, ...(pageParam !== undefined && { cursor: pageParam }) }
      try {
        return (await call(point, page, { signal })) as unknown as Page<Row<E>>
      } catch (error) {
        if (offline && !isAppError(error)) restoreSavedList(client, queryKey)
        throw error
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled,
    meta: { reads: point.reads, failed: point.errorLog },
    ...(initial !== undefined && {
      initialData: { pages: [initial], pageParams: [undefined] } satisfies InfiniteData<
        Page<Row<E>>,
        undefined
      > as never,
    }),
    ...(keep && { placeholderData: keepPreviousData as never }),
  })
  useSaveList(queryKey, offline && query.isSuccess ? query.data : undefined, query.dataUpdatedAt)
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data])
  return { ...query, rows, total: query.data?.pages[0]?.total }
}

/** Changes a row in all that was read of a list: who looks at it again before it is read anew sees what a write made of it. */
export function useUpdateRow<E extends Endpoint & { paged: true }>(point: E) {
  const client = useQueryClient()
  return (id: string, change: (row: Row<E>) => Row<E>) => {
    const changed = (row: Row<E>) => ((row as { _id?: string })._id === id ? change(row) : row)
    client.setQueriesData<InfiniteData<Page<Row<E>>>>(
      { queryKey: [point.path] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(changed) })),
        },
    )
  }
}

/** Whether two asks are the same: all their fields, and the very files. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other)
  if (one instanceof Blob || other instanceof Blob) return one === other
  const [names, otherNames] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === otherNames.length &&
    names.every((name) => isSame(one[name as never], other[name as never]))
  )
}

type WriteOptions<E extends Endpoint> = {
  onDone?: (answer: CallResult<E>, ask: EndpointInput<E>) => void
  onProgress?: OnProgress
}

/**
 * Writes through an endpoint, then refreshes what it changes. While a write is under way another `run` is ignored, so a
 * double click writes once; a retry after a lost answer carries the same idempotency key.
 */
export function useWrite<E extends Endpoint>(
  point: E,
  { onDone, onProgress }: WriteOptions<E> = {},
) {
  const client = useQueryClient()
  const busy = useRef(false)
  const attempt = useRef<{ ask: EndpointInput<E>; key: string } | undefined>(undefined)
  const mutation = useMutation({
    meta: { changes: point.changes },
    mutationFn: (ask: EndpointInput<E>) => {
      const key = isSame(attempt.current?.ask, ask) ? attempt.current?.key : undefined
      attempt.current = { ask, key: key ?? randomId() }
      return call(point, ask, { onProgress, idempotencyKey: attempt.current.key })
    },
    onSuccess: async (answer, ask) => {
      attempt.current = undefined
      if (point.changes) void refresh(client, point.changes)
      onDone?.(answer, ask)
    },
    onError: (error) => {
      // Refused for how things stand now: the page showed something older.
      if (error instanceof AppError && error.status === 409 && point.changes)
        void refresh(client, point.changes)
    },
  })
  /** Resolves to the answer, or to undefined when a write was already under way; rejects as `call` does. */
  const run = async (ask: EndpointInput<E>): Promise<CallResult<E> | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    try {
      return await mutation.mutateAsync(ask)
    } finally {
      busy.current = false
    }
  }
  return { run, pending: mutation.isPending, error: mutation.error, reset: mutation.reset }
}
