import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
  type Role,
} from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { noteServerTime } from '#web/session/server-clock.ts'
import {
  clearSession,
  currentAdminToken,
  currentSession,
  type Session,
} from '#web/session/session.ts'
import {
  OfflineWriteError,
  type RawResponse,
  readResponse,
  UnreachableError,
} from './read-response.ts'
import { withWait } from './wait-message.ts'

const requestTimeoutMs = 15_000
// As long as the server waits for the largest form over a slow connection.
const uploadTimeoutMs = 600_000
const slowTimeoutMs = 600_000

/** Receives the progress of an upload, from 0 to 1. */
export type OnProgress = (progress: number) => void
type CallOptions = {
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
  idempotencyKey?: string | undefined
  /** The ETag of the version to change, as returned by `callForEdit`. */
  ifMatch?: string | undefined
  /** The session to call with. By default, the current session. */
  session?: Session | undefined
}
type Credentials = { adminToken: string | undefined; session: Session | null }

function requestHeaders(
  endpoint: Pick<Endpoint, 'method' | 'files'>,
  { adminToken, session }: Credentials,
  { idempotencyKey, ifMatch }: Pick<CallOptions, 'idempotencyKey' | 'ifMatch'> = {},
): Record<string, string> {
  const bearer = adminToken ?? session?.token
  return {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(session && { 'auth-token': session.token }),
    ...(endpoint.method !== 'GET' && !endpoint.files && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch && { 'if-match': ifMatch }),
  }
}

function toFormData(input: Record<string, unknown>, fileFields: readonly string[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    if (fileFields.includes(name))
      for (const item of [value].flat())
        form.append(name, item instanceof Blob ? item : String(item))
    else form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  return form
}

async function fetchText(
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<RawResponse> {
  const timeout = AbortSignal.timeout(timeoutMs)
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

/** Uploads by XMLHttpRequest, because fetch doesn't report the progress of an upload. */
function upload(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: FormData,
  { onProgress, signal }: CallOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = uploadTimeoutMs
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

/**
 * Clears a session that the server no longer accepts. After 'wrong_role', clears the session with
 * the required role, because the server must have recognized only the other session.
 */
function clearRejectedSessions(
  endpoint: Endpoint,
  error: unknown,
  { adminToken, session }: Credentials,
): void {
  if (!(error instanceof AppError)) return
  const { code } = error
  const isRejected = (role: Role) =>
    code === 'session_ended' ||
    (code === 'wrong_role' && endpoint.access !== 'anyone' && endpoint.access.includes(role))
  if (adminToken !== undefined && isRejected('admin') && currentAdminToken() === adminToken)
    clearSession('admin')
  if (session && isRejected(session.role) && currentSession()?.token === session.token)
    clearSession()
}

/**
 * Returns the result and its ETag, which a later call can pass as `ifMatch`. Throws AppError if the
 * server refuses, and UnreachableError if there is no valid response.
 */
export async function callForEdit<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<{ result: CallResult<E>; etag: string | undefined }> {
  const credentials: Credentials = options.session
    ? { adminToken: undefined, session: options.session }
    : { adminToken: currentAdminToken(), session: currentSession() }
  if (endpoint.access !== 'anyone' && !credentials.adminToken && !credentials.session)
    throw new AppError('signed_out', {
      message: endpoint.path.startsWith('/chats') ? 'User not authenticated.' : undefined,
    })
  const { path, rest } = endpointUrl(endpoint, input)
  const url = `/api${path}`
  const headers = requestHeaders(endpoint, credentials, options)
  const sending = endpoint.files
    ? upload(endpoint.method, url, headers, toFormData(rest, endpoint.files.fields), options)
    : fetchText(
        url,
        {
          method: endpoint.method,
          headers,
          ...(endpoint.method !== 'GET' && { body: JSON.stringify(rest) }),
        },
        options.signal,
        endpoint.slow ? slowTimeoutMs : requestTimeoutMs,
      )
  const response = await sending.catch((error: unknown) => {
    const isOfflineWrite =
      error instanceof UnreachableError && endpoint.method !== 'GET' && navigator.onLine === false
    throw isOfflineWrite ? new OfflineWriteError() : error
  })
  // A response about books may be an old one from the service worker's cache, so its time isn't
  // used.
  if (!path.startsWith('/books')) noteServerTime(response.header('date'))
  try {
    return {
      result: readResponse(endpoint, response),
      etag: response.header('etag') ?? undefined,
    }
  } catch (error) {
    clearRejectedSessions(endpoint, error, credentials)
    throw error
  }
}

/** Throws like `callForEdit`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  return (await callForEdit(endpoint, input, options)).result
}

/** Fetches a picture that requires a login. Throws AppError or UnreachableError. */
export async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob> {
  const credentials = { adminToken: currentAdminToken(), session: currentSession() }
  const headers = requestHeaders({ method: 'GET' }, credentials)
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  const init = { headers, signal: AbortSignal.any([signal, timeout]) }
  const response = await fetch(`/api${path}`, init).catch((error: unknown) => {
    throw signal.aborted ? error : new UnreachableError()
  })
  if (!response.ok)
    throw new AppError(response.status === 404 ? 'not_found' : 'unknown', {
      status: response.status,
    })
  return response.blob()
}

const offlineAdvice = 'You’re offline. Try again when you’re back online.'

/**
 * Returns the server's message, with the waiting time if there is one. If there is no message,
 * returns `fallback`, followed by advice if a write failed offline.
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof OfflineWriteError)
    return `${fallback}${fallback.endsWith('.') ? '' : '.'} ${offlineAdvice}`
  return error instanceof AppError && error.code !== 'internal' && error.message !== ''
    ? withWait(error)
    : fallback
}
