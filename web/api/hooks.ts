import {
  type InfiniteData,
  keepPreviousData,
  replaceEqualDeep,
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type {
  CallResult,
  Endpoint,
  EndpointInput,
  Page,
  ResponseOf,
} from '#contract/common/endpoint.ts'
import { randomId } from '#web/session/random-id.ts'
import { type Session, useAdminToken, useSession } from '#web/session/session.ts'
import { call, type OnProgress } from './client.ts'
import { isRefusal, outdatedTopics, refreshTopics } from './query-client.ts'
import { restoreSavedList, useSaveList } from './save-list-for-offline.ts'

export const defaultPageSize = 24

/** The cache key of a read. It contains the reader, so nobody sees what somebody else has read. */
export const readKey = (endpoint: Endpoint, input: object, reader: string | undefined) =>
  [endpoint.path, reader ?? '', input] as const

function useReader(endpoint: Endpoint): string | undefined {
  const session = useSession()
  const admin = useAdminToken()
  const isAdminOnly =
    endpoint.access !== 'anyone' && endpoint.access.every((role) => role === 'admin')
  return isAdminOnly ? (admin ?? undefined) : session?.userId
}

/** When an admin logs out or leaves the admin pages, drops everything that they have read. */
export function useClearAdminCache(): void {
  const client = useQueryClient()
  const admin = useAdminToken()
  useEffect(() => {
    if (!admin) return
    return () => client.removeQueries({ predicate: (query) => query.queryKey[1] === admin })
  }, [client, admin])
}

type ReadOptions<T> = {
  enabled?: boolean
  initial?: T | undefined
  keepPrevious?: boolean
}

type SingleReadOptions<T> = ReadOptions<T> & {
  /**
   * How long cached data is fresh when a screen opens. Data that came with the page is always used.
   */
  staleMs?: number
}

type PagesReadOptions<T> = ReadOptions<T> & {
  /**
   * Saves the list in the browser, to show it offline. The saved list is deleted with the session.
   */
  offline?: boolean
  /** Reads again at this interval while the page is visible. */
  everySeconds?: number
}

export function useRead<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { enabled = true, initial, keepPrevious = false, staleMs }: SingleReadOptions<CallResult<E>> = {},
) {
  const reader = useReader(endpoint)
  return useQuery({
    queryKey: readKey(endpoint, input, reader),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled,
    meta: { reads: endpoint.reads, failed: endpoint.errorLog },
    ...(initial !== undefined && { initialData: initial as never }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    // Data that came with the page is fresh, so it isn't read again immediately.
    ...(staleMs !== undefined && initial === undefined && { staleTime: staleMs }),
  })
}

/**
 * Whether the first attempt of a first read is running. During that attempt, hold back content that
 * the result would push down. If the attempt fails, the content should appear.
 */
export const isFirstTry = (query: { isLoading: boolean; failureCount: number }): boolean =>
  query.isLoading && query.failureCount === 0

type Row<E extends Endpoint> = ResponseOf<E> extends (infer R)[] ? R : never

export function useReadPages<E extends Endpoint & { paged: true }>(
  endpoint: E,
  input: EndpointInput<E>,
  {
    enabled = true,
    initial,
    keepPrevious = false,
    offline = false,
    everySeconds,
  }: PagesReadOptions<Page<Row<E>>> = {},
) {
  const client = useQueryClient()
  const reader = useReader(endpoint)
  const queryKey = [...readKey(endpoint, input, reader), 'pages'] as const
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ signal, pageParam: cursor }): Promise<Page<Row<E>>> => {
      const page = { limit: defaultPageSize, ...input, ...(cursor !== undefined && { cursor }) }
      try {
        return (await call(endpoint, page, { signal })) as unknown as Page<Row<E>>
      } catch (error) {
        if (offline && !isRefusal(error)) restoreSavedList(client, queryKey)
        throw error
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled,
    meta: { reads: endpoint.reads, failed: endpoint.errorLog },
    ...(initial !== undefined && {
      initialData: { pages: [initial], pageParams: [undefined] } satisfies InfiniteData<
        Page<Row<E>>,
        undefined
      > as never,
    }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    ...(everySeconds !== undefined && { refetchInterval: everySeconds * 1000 }),
  })
  useSaveList(queryKey, offline && query.isSuccess ? query.data : undefined, query.dataUpdatedAt)
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data])
  const { total, isMinimum } = query.data?.pages[0] ?? {}
  return { ...query, rows, total, isMinimum }
}

/** Whether two inputs are equal. Files are equal only if they are the same object. */
export const isSameInput = (a: unknown, b: unknown): boolean => replaceEqualDeep(a, b) === a

type WriteOptions<E extends Endpoint> = {
  onDone?: (result: CallResult<E>, input: EndpointInput<E>) => void
  onProgress?: OnProgress | undefined
  /** Stays pending until the data that the write changes has been read again. */
  waits?: boolean
  /** Returns the session to write with. By default, it is the current session. */
  sessionOf?: () => Session | undefined
}

/**
 * Writes through an endpoint, then refreshes the data that it changes. While a call is pending,
 * another call does nothing and resolves to undefined, so that a double click writes once. A retry
 * reuses the idempotency key, so that the server doesn't write twice if only the response was lost.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  { onDone, onProgress, waits = false, sessionOf }: WriteOptions<E> = {},
) {
  const client = useQueryClient()
  const isRunning = useRef(false)
  const attempt = useRef<{ input: EndpointInput<E>; key: string } | undefined>(undefined)
  const mutation = useMutation({
    mutationKey: [endpoint.path],
    meta: { changes: endpoint.changes },
    mutationFn: ({ input, ifMatch }: { input: EndpointInput<E>; ifMatch?: string | undefined }) => {
      const previous = attempt.current
      const key = previous && isSameInput(previous.input, input) ? previous.key : randomId()
      attempt.current = { input, key }
      const session = sessionOf?.()
      return call(endpoint, input, { onProgress, idempotencyKey: key, session, ifMatch })
    },
    onSuccess: async (result, { input }) => {
      attempt.current = undefined
      const refreshed = refreshTopics(client, endpoint.changes ?? [])
      if (waits) await refreshed
      onDone?.(result, input)
    },
    onError: (error) => {
      void refreshTopics(client, outdatedTopics(error, endpoint))
    },
  })
  const run = async (
    input: EndpointInput<E>,
    ifMatch?: string,
  ): Promise<CallResult<E> | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    try {
      return await mutation.mutateAsync({ input, ifMatch })
    } finally {
      isRunning.current = false
    }
  }
  return { run, pending: mutation.isPending, error: mutation.error, reset: mutation.reset }
}

export const useIsWriting = (endpoint: Endpoint): boolean =>
  useIsMutating({ mutationKey: [endpoint.path] }) > 0
