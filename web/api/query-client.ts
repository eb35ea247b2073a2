import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint, Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from './client.ts'

const staleMs = 15_000
const cacheMs = 10 * 60_000
const maxRetries = 2
const maxRetryAfterSeconds = 60
const retryJitterSeconds = 5

const isRateLimited = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'too_many_requests'

/** Whether the server refused the request itself, so that a retry is useless. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && !isRateLimited(error)

/**
 * The delay after a rate limit is partly random, so that the clients behind one address don't retry
 * at the same moment.
 */
const retryDelayMs = (count: number, error: unknown): number =>
  isRateLimited(error)
    ? (Math.min(error.retryAfter ?? 1, maxRetryAfterSeconds) + retryJitterSeconds * Math.random()) *
      1000
    : 1000 * 2 ** count

export function createQueryClient(): QueryClient {
  // The library notices only changes of the connection, so this sets the state for a page that is
  // opened offline.
  if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    queryCache: new QueryCache({
      // Some screens stay empty after a failed read, so at least the log says why.
      onError: (error, { meta }) =>
        typeof meta?.failed === 'string' && console.warn(errorMessage(error, meta.failed)),
    }),
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        gcTime: cacheMs,
        retry: (count, error) =>
          count < maxRetries && navigator.onLine !== false && !isRefusal(error),
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: true,
        // Offline, reads fail at once, so that the screen can say so.
        networkMode: 'always',
        refetchOnReconnect: ({ state }) => (state.error ? 'always' : true),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Returns the topics to refresh after a refused write, if the refusal shows that the page is
 * outdated.
 */
export function outdatedTopics(error: unknown, { changes = [] }: Endpoint): readonly Topic[] {
  if (!(error instanceof AppError)) return []
  if (error.code === 'book_not_found' || error.code === 'book_gone') return [...changes, 'books']
  return error.status === 409 || error.status === 412 ? changes : []
}

/** Refetches every mounted read of these topics and marks the others as stale. */
export async function refreshTopics(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  const filter = {
    predicate: (query: Query) =>
      ((query.meta?.reads as readonly Topic[] | undefined) ?? []).some((topic) =>
        topics.includes(topic),
      ),
  }
  // Cancels running requests, because their responses may be older than the change.
  await client.cancelQueries(filter)
  await client.invalidateQueries(filter)
}
