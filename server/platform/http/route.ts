// Mounts endpoints: who may call, what comes in, what goes out.
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import {
  type CallResult,
  type Endpoint,
  endpointUrl,
  marketTopics,
  type Page,
  type ParsedInput,
  type Topic,
} from '#contract/endpoint.ts'
import { AppError, inputError } from '#contract/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transactNotifying } from '#server/platform/database/row-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { BodyReservation } from '#server/platform/limits/body-budget.ts'
import { clientAddress, disconnectSignal } from '#server/platform/limits/rate-limits.ts'
import {
  createOnce,
  deleteExpiredKeys,
  idempotencyKeyOf,
  type KeyedRequest,
  keyedRequest,
  recordingKey,
} from './idempotency.ts'
import { jsonStream, type StreamedJson } from './json-stream.ts'
import { readRequestInput, rejectLargeForm, type Upload } from './request-body.ts'
import { authorize, type FindViewer, readTokens, type Viewer } from './viewer.ts'

type Work<T> = (db: Transaction<Tables>) => Promise<T>
/** What makes something gives its id, which is kept with the Idempotency-Key. */
type Commit<E extends Endpoint> = E extends { creates: true }
  ? <T extends { id: string }>(work: Work<T>) => Promise<T>
  : <T>(work: Work<T>, changed?: (made: T) => readonly Topic[]) => Promise<T>
/** Cookies for the API alone: no script reads them, and no other site's page sends them along. */
export type Cookies = {
  read: (name: string) => string | undefined
  set: (name: string, value: string, seconds: number) => void
}

/** What a handler knows besides its input. */
export type RequestContext<E extends Endpoint> = {
  viewer: E['access'] extends 'anyone' ? Viewer | undefined : Viewer
  /** Everyone whose live token came along and who may call this, `viewer` first. */
  viewers: Viewer[]
  /**
   * Runs a transaction and, once it is committed and where it changed a row, forgets the answers that show what the
   * endpoint changes; `changed` tells, from what the transaction gave, where that is less. Tell people after it: whoever then looks sees what they were told of. What is written outside of
   * it is forgotten nowhere.
   */
  commit: Commit<E>
  uploads: Upload[]
  cookies: Cookies
  /** The caller's network address, as limits count it. */
  ip: string
  userAgent: string
  /** The Idempotency-Key header. */
  idempotencyKey: string | undefined
}

type Result<E extends Endpoint> = E extends { paged: true }
  ? CallResult<E>
  : E extends { streamed: true }
    ? StreamedJson<z.input<E['response']>>
    : z.input<E['response']>
/** Makes what is asked for and gives its id; `read` answers it, now or when the same request comes again. */
type CreateHandler<E extends Endpoint> = {
  create: (input: ParsedInput<E>, call: RequestContext<E>) => Promise<string>
  read: (id: string, call: RequestContext<E>) => Promise<Result<E>>
}
/** Conditional over the endpoint, because a plain generic would widen its literal types. */
export type Handler<E extends Endpoint> = E extends { creates: true }
  ? CreateHandler<E>
  : E extends Endpoint
    ? (input: ParsedInput<E>, call: RequestContext<E>) => Promise<Result<E>>
    : never
type Answerer = (input: unknown, call: unknown) => Promise<unknown>
type AnyHandler =
  | Answerer
  | { create: (input: unknown, call: unknown) => Promise<string>; read: Answerer }
export type Mount = <E extends Endpoint>(point: E, handler: Handler<E>) => void
/** Mounts endpoints, and knows which. */
export type Mounting = { mount: Mount; mounted: readonly Endpoint[] }

const isMarketTopic = (topic: Topic) => marketTopics.includes(topic)

function sendPage(
  reply: FastifyReply,
  page: Page<unknown>,
  point: Endpoint,
  ask: Record<string, unknown>,
): unknown[] {
  if (page.next !== undefined) {
    const { path } = endpointUrl(point, { ...ask, cursor: page.next })
    void reply.header('link', `</api${path}>; rel="next"`)
  }
  if (page.total !== undefined) void reply.header('x-total-count', page.total)
  return page.rows
}

/** After so many milliseconds it may no longer be true who asks: a body comes slowly, a turn is waited for, pictures are worked on. */
const sessionCheckMs = 1000

/** Who calls what, and how: what is known before the body is read. */
type Incoming = {
  point: Endpoint
  viewers: Viewer[]
  /** Looks up anew who asks, where that was long ago. Throws session_ended. */
  stillSignedIn: () => Promise<void>
  request: FastifyRequest
  reply: FastifyReply
  gone: () => AbortSignal
}

function recheckSession(
  findViewer: FindViewer,
  viewer: Viewer | undefined,
): Incoming['stillSignedIn'] {
  let knownAt = performance.now()
  return async () => {
    if (!viewer || performance.now() - knownAt < sessionCheckMs) return
    knownAt = performance.now()
    if (!(await findViewer(viewer.session))) throw new AppError('session_ended')
  }
}

/** What came with a call; `keyed` where it makes something under its Idempotency-Key. */
type Sent = {
  uploads: Upload[]
  idempotencyKey: string | undefined
  keyed: KeyedRequest | undefined
}

/** What the handler of a call knows. */
function requestContext(
  parts: AppContext,
  { point, viewers, stillSignedIn, request, reply }: Incoming,
  { uploads, idempotencyKey, keyed }: Sent,
) {
  const [viewer] = viewers
  return {
    viewer,
    viewers,
    commit: async (work: Work<unknown>, changed?: (made: unknown) => readonly Topic[]) => {
      await stillSignedIn()
      return transactNotifying(
        parts.db,
        keyed ? recordingKey(keyed, work, parts.now()) : work,
        (made) => {
          const less = made !== undefined && changed?.(made)
          const topics = (point.changes ?? []).filter((topic) => !less || less.includes(topic))
          if (viewer && topics.some(isMarketTopic)) parts.limits.countMarketChange(viewer.personId)
          if (topics.length > 0) parts.forget(topics)
        },
      )
    },
    uploads,
    cookies: cookiesOf(request, reply, parts.config.publicUrl),
    ip: clientAddress(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    idempotencyKey,
  }
}

/** Carries a call out that may be made, and answers it; `room` is for its body. */
async function handleRequest(
  parts: AppContext,
  handle: AnyHandler,
  incoming: Incoming,
  room?: BodyReservation,
) {
  const { point, viewers, stillSignedIn, request, reply, gone } = incoming
  const { limits } = parts
  const [viewer] = viewers
  if (viewer && point.changes?.some(isMarketTopic)) limits.refuseMarketChange(viewer.personId)
  const { ask, uploads } = await readRequestInput(request, point, room)
  const parsed = point.input.safeParse(ask)
  if (!parsed.success) throw inputError(parsed.error)
  const kind = isExpensive(point, parsed.data) ? 'searches' : 'calls'
  if (kind === 'searches') await limits.count(kind, request)
  const idempotencyKey = idempotencyKeyOf(request, parsed.data)
  const keyed =
    point.creates && viewer && idempotencyKey !== undefined
      ? keyedRequest(viewer.personId, point, idempotencyKey, parsed.data, uploads)
      : undefined
  const call = requestContext(parts, incoming, { uploads, idempotencyKey, keyed })
  const run = async () => {
    await stillSignedIn()
    if (typeof handle === 'function') return handle(parsed.data, call)
    const make = () => handle.create(parsed.data, call)
    return handle.read(await createOnce(parts.db, keyed, parts.now(), make), call)
  }
  const waiter = { of: viewer?.personId ?? '', gone }
  const isUpload = viewer && uploads.length > 0
  const result = await (isUpload
    ? limits.afterUploads(viewer.personId, run, waiter)
    : limits.inTurn(kind, call.ip, run, waiter))
  void reply.header('cache-control', 'no-store').status(point.status ?? 200)
  if (point.streamed) {
    const inTurn = (work: () => Promise<void>) => limits.inTurn('calls', call.ip, work, waiter)
    return reply
      .type('application/json; charset=utf-8')
      .send(jsonStream(point.response, result, inTurn))
  }
  const body = point.paged ? sendPage(reply, result as Page<unknown>, point, ask) : result
  return reply.send(point.response.parse(body))
}

/** Readies a Fastify instance for endpoints below `/api`. */
export async function createMount(app: FastifyInstance, parts: AppContext): Promise<Mounting> {
  const mounted: Endpoint[] = []
  const { limits } = parts
  await app.register(cookie)
  await app.register(multipart)
  app.removeContentTypeParser('text/plain')
  // Read by `readAsk`, once it is known who asks.
  app.addContentTypeParser('application/json', (_request, _body, done) => done(null))
  parts.jobs.every(3600, 'sweep idempotency keys', () => deleteExpiredKeys(parts.db, parts.now()))
  const mount: Mount = (point, handler) => {
    const handle = handler as unknown as AnyHandler
    if (!point.alias) mounted.push(point)
    app.route({
      method: point.method,
      url: `/api${point.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { repeatsError: point.repeatsError === true },
      handler: async (request, reply) => {
        const gone = disconnectSignal(reply.raw)
        const tokens = readTokens(request.headers)
        const find = () => authorize(parts.findViewer, point.access, tokens)
        const viewers = await limits.inTurn('lookups', clientAddress(request), find, {
          of: tokens.join(' '),
          gone,
        })
        const stillSignedIn = recheckSession(parts.findViewer, viewers[0])
        const incoming = { point, viewers, stillSignedIn, request, reply, gone }
        if (point.method === 'GET') return handleRequest(parts, handle, incoming)
        const uploader = point.files && request.isMultipart() ? viewers[0] : undefined
        if (point.files && uploader) rejectLargeForm(request, point.files)
        const room = limits.holdBody(clientAddress(request), uploader?.personId)
        try {
          return await handleRequest(parts, handle, incoming, room)
        } finally {
          room.release()
        }
      },
    })
  }
  return { mount, mounted }
}

/** A page of a list has at most so many rows; the screens ask for 50. What asks for more counts as asking for all. */
const maxCheapRows = 60

/** Whether a read looks through many rows: a search, or a list that is asked for whole or nearly so. */
const isExpensive = (
  point: Endpoint,
  { search, limit = Number.POSITIVE_INFINITY }: Record<string, unknown>,
): boolean =>
  point.expensive === true ||
  (point.method === 'GET' &&
    (Boolean(search) || (point.paged === true && Number(limit) > maxCheapRows)))

const cookiesOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): Cookies => ({
  read: (name) => request.cookies[name],
  set: (name, value, maxAge) => {
    const secure = publicUrl?.startsWith('https:') === true
    void reply.setCookie(name, value, {
      path: '/api',
      maxAge,
      httpOnly: true,
      sameSite: 'strict',
      secure,
    })
  },
})
