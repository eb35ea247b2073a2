// Calls endpoints from the browser, and keeps what the page has read fresh.
import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
  type Role,
  type Topic,
} from '#contract/endpoint.ts'
import { AppError, ErrorBody, knownCode } from '#contract/errors.ts'
import {
  clearSession,
  currentAdminToken,
  currentSession,
  type Session,
} from '#web/session/session.ts'
import { parseLeniently } from './read-response.ts'

/** The server could not be reached, or answered nothing that can be read. */
export class UnreachableError extends Error {
  constructor() {
    super('No connection to Dobara. Please check your network and try again.')
    this.name = 'Unreachable'
  }
}

const callMs = 15_000
/** As long as the server waits for the largest form of a line that is merely slow. */
const uploadMs = 600_000
const streamMs = 600_000

/** Progress of an upload, 0 to 1. */
export type OnProgress = (share: number) => void
type Options = {
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
  idempotencyKey?: string | undefined
  /** Whose call it is, whoever is signed in by now; without it, the call is made for whoever is. */
  session?: Session | undefined
}
/** The tokens that a call carries. */
type Sent = { admin: string | undefined; person: Session | null }
type Received = { status: number; header: (name: string) => string | null; text: string }

function headersFor(
  point: Endpoint,
  { admin, person }: Sent,
  idempotencyKey: string | undefined,
): Record<string, string> {
  const bearer = admin ?? person?.token
  return {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(person && { 'auth-token': person.token }),
    ...(point.method !== 'GET' && !point.files && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
}

/** A form of fields and, under the names in `files`, pictures: none of them is no field at all. */
function formOf(rest: Record<string, unknown>, files: readonly string[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue
    if (files.includes(name))
      for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one))
    else form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  return form
}

async function fetchText(
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  ms: number,
): Promise<Received> {
  const timeout = AbortSignal.timeout(ms)
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: await response.text(),
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new UnreachableError()
  }
}

/** Uploads go by XMLHttpRequest: fetch can't tell how far it is. */
function upload(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: FormData,
  { onProgress, signal }: Options,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = uploadMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) =>
      event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        text: request.responseText,
      })
    request.onerror = request.ontimeout = () => reject(new UnreachableError())
    request.onabort = () => reject(signal?.reason ?? new UnreachableError())
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

const Refused = ErrorBody.partial()

/** A Retry-After header in seconds from now; it may be a number or a date (RFC 9110, 10.2.3), and 0 where it is neither. */
export function retryDelaySeconds(header: string | null, nowMs = Date.now()): number {
  const seconds = header === null ? 0 : Number(header)
  const until = Number.isNaN(seconds) ? (Date.parse(header ?? '') - nowMs) / 1000 : seconds
  return Number.isFinite(until) ? Math.max(0, until) : 0
}

/** Why the server refused, with the status of its answer: that of a code that only a newer page knows is known all the same. */
function readRefusal(body: object, { status, header }: Received): AppError {
  const { message, error, code, fields } = parseLeniently(Refused, body)
  const retryAfter = retryDelaySeconds(header('retry-after'))
  return new AppError(knownCode(code), {
    message: message || error || '',
    fields,
    retryAfter,
    status,
  })
}

/** Makes what the server answered into the endpoint's answer, or throws its Refusal. */
export function readResponse<E extends Endpoint>(point: E, received: Received): CallResult<E> {
  let body: unknown
  try {
    body = received.text === '' ? undefined : JSON.parse(received.text)
  } catch {
    throw new UnreachableError()
  }
  // A word from somebody else, as a proxy has it.
  if (typeof body !== 'object' || body === null) throw new UnreachableError()
  if (received.status >= 400) throw readRefusal(body, received)
  if (Array.isArray(body) !== (point.response._zod.def.type === 'array'))
    throw new UnreachableError()
  const reply = parseLeniently(point.response, body)
  if (!point.paged) return reply as CallResult<E>
  const link = /<([^>]+)>; rel="next"/.exec(received.header('link') ?? '')?.[1]
  const total = received.header('x-total-count')
  return {
    rows: reply,
    next:
      link === undefined
        ? undefined
        : (new URL(link, 'http://dobara').searchParams.get('cursor') ?? undefined),
    total: total === null ? undefined : Number(total),
  } as CallResult<E>
}

/**
 * A dead token helps nobody; the guards take it from here. Refused for the wrong role, a token whose role would have
 * fitted is dead as well: it was the other one that lives.
 */
function dropDead(point: Endpoint, error: unknown, { admin, person }: Sent): void {
  if (!(error instanceof AppError)) return
  const { code } = error
  const isDead = (role: Role) =>
    code === 'session_ended' ||
    (code === 'wrong_role' && point.access !== 'anyone' && point.access.includes(role))
  if (admin !== undefined && isDead('admin') && currentAdminToken() === admin) clearSession('admin')
  if (person && isDead(person.role) && currentSession()?.token === person.token) clearSession()
}

/** Calls an endpoint. Throws a Refusal when the server refuses, Unreachable when it can't be asked. */
export async function call<E extends Endpoint>(
  point: E,
  ask: EndpointInput<E>,
  options: Options = {},
): Promise<CallResult<E>> {
  const { session } = options
  const sent: Sent = session
    ? { admin: undefined, person: session }
    : { admin: currentAdminToken(), person: currentSession() }
  if (point.access !== 'anyone' && !sent.admin && !sent.person)
    throw new AppError('signed_out', {
      message: point.path.startsWith('/chats') ? 'User not authenticated.' : undefined,
    })
  const { path, rest } = endpointUrl(point, ask)
  const headers = headersFor(point, sent, options.idempotencyKey)
  const received = point.files
    ? await upload(point.method, `/api${path}`, headers, formOf(rest, point.files.fields), options)
    : await fetchText(
        `/api${path}`,
        {
          method: point.method,
          headers,
          ...(point.method !== 'GET' && { body: JSON.stringify(rest) }),
        },
        options.signal,
        point.streamed ? streamMs : callMs,
      )
  try {
    return readResponse(point, received)
  } catch (error) {
    dropDead(point, error, sent)
    throw error
  }
}

/** What a person should read: the server's own words, else the text that the specification names for this call. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof AppError && error.code !== 'internal' && error.message !== ''
    ? error.message
    : fallback

/** Whether the server could answer, and would not: asking again changes nothing. */
export const isAppError = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500

/** Whether the server has too much to do for now, as when everybody behind one address comes back at once. */
const isBusy = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'too_many_requests'

/** When to read again, in milliseconds: not before the server wants it, and not in the same moment as everybody else. */
const retryDelay = (count: number, error: unknown): number =>
  isBusy(error)
    ? (Math.min(error.retryAfter ?? 1, 60) + 5 * Math.random()) * 1000
    : 1000 * 2 ** count

/** The page's memory of what it has read. A read is tried three times unless the server refused it for what it is, or there is no connection. */
export function createQueryClient(): QueryClient {
  // A page that opens offline waits for the connection as one does that was cut off.
  if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    queryCache: new QueryCache({
      // Where the screen only stays empty, the reason stands in the log.
      onError: (error, { meta }) =>
        typeof meta?.failed === 'string' && console.warn(messageOf(error, meta.failed)),
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: (count, error) =>
          count < 2 && navigator.onLine !== false && (!isAppError(error) || isBusy(error)),
        retryDelay,
        refetchOnWindowFocus: true,
        // Offline is a failure to tell, not a reason to wait in silence.
        networkMode: 'always',
        // What failed is read anew however young it is.
        refetchOnReconnect: ({ state }) => (state.error ? 'always' : true),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Refreshes every mounted read that shows one of the topics; the others when they are next looked at. */
export async function refresh(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  const shown = {
    predicate: (query: Query) =>
      ((query.meta?.reads as readonly Topic[] | undefined) ?? []).some((topic) =>
        topics.includes(topic),
      ),
  }
  // An answer on its way may be older than what asks for this.
  await client.cancelQueries(shown)
  await client.invalidateQueries(shown)
}
