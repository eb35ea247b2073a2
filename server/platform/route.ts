// Mounts endpoints: who may call, what comes in, what goes out, and the one way in which things are refused.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type Answer, address, type Endpoint, type Input, type Page } from '#contract/endpoint.ts'
import { type Failure, Refusal, refuseInput } from '#contract/errors.ts'
import { transact } from './db.ts'
import { formBytes, readAsk, type Upload } from './forms.ts'
import { addressOf } from './limits.ts'
import type { Parts } from './parts.ts'
import type { Tables } from './tables.ts'
import { admit, tokensOf, type Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    repeatsError?: boolean
  }
}

/** What a handler knows besides its input. */
export type Call<E extends Endpoint> = {
  viewer: E['access'] extends 'anyone' ? Viewer | undefined : Viewer
  /** Everyone whose live token came along and who may call this, `viewer` first. */
  viewers: Viewer[]
  /**
   * Runs a transaction and, once it is committed, forgets the answers that show what the endpoint changes. Tell people
   * after it: whoever then looks sees what they were told of.
   */
  commit: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>
  uploads: Upload[]
  /** The caller's network address, as limits count it. */
  ip: string
  userAgent: string
  /** The Idempotency-Key header. */
  idempotencyKey: string | undefined
}

type Result<E extends Endpoint> = E extends { paged: true } ? Answer<E> : z.input<E['reply']>
/** Conditional over the endpoint, because a plain generic would widen its literal types. */
export type Handler<E extends Endpoint> = E extends Endpoint ? (input: Input<E>, call: Call<E>) => Promise<Result<E>> : never
export type Mount = <E extends Endpoint>(point: E, handler: Handler<E>) => void
/** Mounts endpoints, and knows which. */
export type Mounting = { mount: Mount; mounted: readonly Endpoint[] }

function sendPage(reply: FastifyReply, page: Page<unknown>, point: Endpoint, ask: Record<string, unknown>): unknown[] {
  if (page.next !== undefined) {
    const { path } = address(point, { ...ask, cursor: page.next })
    void reply.header('link', `</api${path}>; rel="next"`)
  }
  if (page.total !== undefined) void reply.header('x-total-count', page.total)
  return page.rows
}

/** Readies a Fastify instance for endpoints below `/api`. */
export async function createMount(app: FastifyInstance, parts: Parts): Promise<Mounting> {
  const mounted: Endpoint[] = []
  await app.register(multipart)
  app.removeContentTypeParser('text/plain')
  // Some clients send a JSON content type with an empty body; that is an empty object.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(new Refusal('unreadable'))
    }
  })
  const { limits } = parts
  const mount: Mount = (point, handler) => {
    if (!point.alias) mounted.push(point)
    const url = `/api${point.path.replace(/\{(\w+)\}/g, ':$1')}`

    /** Carries a call out that may be made. */
    async function carryOut(viewers: Viewer[], request: FastifyRequest, reply: FastifyReply) {
      const { ask, uploads } = await readAsk(request, point)
      const parsed = point.input.safeParse(ask)
      if (!parsed.success) throw refuseInput(parsed.error)
      const kind = isDear(point, parsed.data) ? 'searches' : 'calls'
      if (kind === 'searches') await limits.count(kind, request)
      const key = request.headers['idempotency-key']
      let commits = 0
      const forget = () => {
        if (point.changes) parts.forget(point.changes)
      }
      const call = {
        viewer: viewers[0],
        viewers,
        commit: async (work: (db: Transaction<Tables>) => Promise<unknown>) => {
          const made = await transact(parts.db, work)
          commits++
          forget()
          return made
        },
        uploads,
        ip: addressOf(request),
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        idempotencyKey: typeof key === 'string' && key !== '' ? key.slice(0, 200) : undefined,
      }
      const run = () => (handler as unknown as (input: unknown, call: unknown) => Promise<unknown>)(parsed.data, call)
      const uploader = uploads.length > 0 ? viewers[0] : undefined
      const turn = uploader ? limits.afterUploads(uploader.personId, run) : limits.inTurn(kind, call.ip, run)
      const result = await turn.catch((error: unknown) => {
        // A refusal wrote nothing, and must not let anybody empty the cache; after a fault nobody knows.
        if (!(error instanceof Refusal)) forget()
        throw error
      })
      if (commits === 0) forget()
      const body = point.paged ? sendPage(reply, result as Page<unknown>, point, ask) : result
      void reply.header('cache-control', 'no-store')
      return reply.status(point.status ?? 200).send(point.reply.parse(body))
    }

    app.route({
      method: point.method,
      url,
      config: { repeatsError: point.repeatsError === true },
      onRequest: (request) => limits.count('calls', request),
      handler: async (request, reply) => {
        const find = () => admit(parts.findViewer, point.access, tokensOf(request.headers))
        const viewers = await limits.inTurn('calls', addressOf(request), find)
        const [first] = viewers
        if (!point.files || !first || !request.isMultipart()) return carryOut(viewers, request, reply)
        // Room for its pictures is made before the first byte of them is read.
        const letGo = limits.holdUpload(first.personId, addressOf(request), formBytes(request, point.files))
        return carryOut(viewers, request, reply).finally(letGo)
      },
    })
  }
  return { mount, mounted }
}

/** Whether a read looks through many rows: a search, or a list that is asked for whole. */
const isDear = (point: Endpoint, { search, limit }: Record<string, unknown>): boolean =>
  point.dear === true || (point.method === 'GET' && (Boolean(search) || (point.paged === true && limit === undefined)))

const fastifyFaults: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new Refusal('unreadable'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refusal('unreadable'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('unreadable'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('wrong_media'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('body_too_large'),
  FST_REQ_FILE_TOO_LARGE: new Refusal('too_large'),
  FST_FIELDS_LIMIT: new Refusal('body_too_large'),
}

/** What a thrown thing tells the caller; undefined for faults of our own. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  if (fastifyFaults[code]) return fastifyFaults[code]
  if (statusCode === 416) return new Refusal('range_missing')
  // Malformed multipart bodies, broken URLs, aborted uploads: whatever Fastify or its parsers blame on the caller.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('unreadable')
  return undefined
}

/** Answers every refusal and fault of the API in the contract's shape. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (!refusal) request.log.error({ err: error }, 'request failed')
  const { code, message, fields, status, retryAfter } = refusal ?? new Refusal('internal')
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter))
  const { repeatsError } = request.routeOptions.config
  // Where no form places them beside their fields, each wrong field has its sentence in the one that is read.
  const said = repeatsError && fields ? Object.values(fields).join(' ') : message
  const body: Failure = { message: said, code, ...(fields && { fields }), ...(repeatsError && { error: said }) }
  return reply.status(status).header('cache-control', 'no-store').send(body)
}
