// Calls endpoints from the browser, and keeps what the page has read fresh.
import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { type Answer, type Ask, address, type Endpoint, type Role, type Topic } from '#contract/endpoint.ts'
import { Failure, Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import { currentAdminToken, currentSession, dropSession, type Session } from './session.ts'

/** The server could not be reached, or answered nothing that can be read. */
export class Unreachable extends Error {
  constructor() {
    super('No connection to Dobara. Please check your network and try again.')
    this.name = 'Unreachable'
  }
}

const callMs = 15_000
const uploadMs = 120_000

/** Progress of an upload, 0 to 1. */
export type OnProgress = (share: number) => void
type Options = { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined; idempotencyKey?: string | undefined }
type Received = { status: number; header: (name: string) => string | null; text: string }

function headersFor(point: Endpoint, idempotencyKey: string | undefined): Record<string, string> {
  const admin = currentAdminToken()
  const person = currentSession()?.token
  const bearer = admin ?? person
  return {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(person && { 'auth-token': person }),
    ...(point.method !== 'GET' && !point.files && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
}

/** A form of fields and, under the names in `files`, pictures: none of them is no field at all. */
function formOf(rest: Record<string, unknown>, files: readonly string[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue
    if (files.includes(name)) for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one))
    else form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  return form
}

async function fetchText(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Received> {
  const timeout = AbortSignal.timeout(callMs)
  try {
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Unreachable()
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
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () =>
      resolve({ status: request.status, header: (name) => request.getResponseHeader(name), text: request.responseText })
    request.onerror = request.ontimeout = () => reject(new Unreachable())
    request.onabort = () => reject(signal?.reason ?? new Unreachable())
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Makes what the server answered into the endpoint's answer, or throws its Refusal. */
export function readAnswer<E extends Endpoint>(point: E, received: Received): Answer<E> {
  let body: unknown
  try {
    body = received.text === '' ? undefined : JSON.parse(received.text)
  } catch {
    throw new Unreachable()
  }
  if (received.status >= 400) {
    const failure = Failure.safeParse(body)
    if (!failure.success) throw new Unreachable()
    const { code, message, fields } = failure.data
    const retryAfter = Number(received.header('retry-after') ?? 0)
    throw new Refusal(Object.hasOwn(refusals, code) ? (code as RefusalCode) : 'internal', { message, fields, retryAfter })
  }
  if (!point.paged) return body as Answer<E>
  const link = /<([^>]+)>; rel="next"/.exec(received.header('link') ?? '')?.[1]
  const total = received.header('x-total-count')
  return {
    rows: body,
    next: link === undefined ? undefined : (new URL(link, 'http://dobara').searchParams.get('cursor') ?? undefined),
    total: total === null ? undefined : Number(total),
  } as Answer<E>
}

type Sent = { admin: string | undefined; person: Session | null }

/**
 * A dead token helps nobody; the guards take it from here. Refused for the wrong role, a token whose role would have
 * fitted is dead as well: it was the other one that lives.
 */
function dropDead(point: Endpoint, error: unknown, { admin, person }: Sent): void {
  if (!(error instanceof Refusal)) return
  const { code } = error
  const isDead = (role: Role) =>
    code === 'session_ended' || (code === 'wrong_role' && point.access !== 'anyone' && point.access.includes(role))
  if (admin !== undefined && isDead('admin') && currentAdminToken() === admin) dropSession('admin')
  if (person && isDead(person.role) && currentSession()?.token === person.token) dropSession()
}

/** Calls an endpoint. Throws a Refusal when the server refuses, Unreachable when it can't be asked. */
export async function call<E extends Endpoint>(point: E, ask: Ask<E>, options: Options = {}): Promise<Answer<E>> {
  if (point.access !== 'anyone' && !currentAdminToken() && !currentSession())
    throw new Refusal('signed_out', { message: point.path.startsWith('/chats') ? 'User not authenticated.' : undefined })
  const { path, rest } = address(point, ask)
  const headers = headersFor(point, options.idempotencyKey)
  const sent = { admin: currentAdminToken(), person: currentSession() }
  const received = point.files
    ? await upload(point.method, `/api${path}`, headers, formOf(rest, point.files.fields), options)
    : await fetchText(
        `/api${path}`,
        { method: point.method, headers, ...(point.method !== 'GET' && { body: JSON.stringify(rest) }) },
        options.signal,
      )
  try {
    return readAnswer(point, received)
  } catch (error) {
    dropDead(point, error, sent)
    throw error
  }
}

/** What a person should read: the server's own words, else the text that the specification names for this call. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof Refusal && error.code !== 'internal' ? error.message : fallback

/** The page's memory of what it has read. A read is tried three times unless the server refused it. */
export function createQueryClient(): QueryClient {
  // A page that opens offline waits for the connection as one does that was cut off.
  if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    queryCache: new QueryCache({
      // Where the screen only stays empty, the reason stands in the log.
      onError: (error, { meta }) => typeof meta?.failed === 'string' && console.warn(messageOf(error, meta.failed)),
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => count < 2 && !(error instanceof Refusal && error.status < 500),
        refetchOnWindowFocus: true,
        // Offline is a failure to tell, not a reason to wait in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Refreshes every mounted read that shows one of the topics; the others when they are next looked at. */
export async function refresh(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  const shown = {
    predicate: (query: Query) => ((query.meta?.reads as readonly Topic[] | undefined) ?? []).some((topic) => topics.includes(topic)),
  }
  // An answer on its way may be older than what asks for this.
  await client.cancelQueries(shown)
  await client.invalidateQueries(shown)
}
