import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  type CallResult,
  type Endpoint,
  endpointUrl,
  type Page,
  type ParsedInput,
} from '#contract/common/endpoint.ts'
import { inputError } from '#contract/common/input-errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { PreparedResponse } from '#server/platform/cache/prepared-response.ts'
import {
  acceptJson,
  readRequestInput,
  rejectLargeForm,
} from '#server/platform/http/requests/request-body.ts'
import {
  createRequestContext,
  createSessionCheck,
  type IncomingRequest,
  type RequestContext,
} from '#server/platform/http/requests/request-context.ts'
import { unknownFields } from '#server/platform/http/requests/unknown-fields.ts'
import { UploadedFiles, uploadsFolder } from '#server/platform/http/requests/uploaded-files.ts'
import {
  CacheableResponse,
  findPrepared,
  sendPrepared,
} from '#server/platform/http/responses/cached-response.ts'
import { removeAbandonedFiles } from '#server/platform/storage/file-storage.ts'
import { createOnce, deleteExpiredKeys, idempotencyKeyOf, keyedRequest } from './idempotency.ts'
import { pageHeaders } from './paging.ts'
import { etagOf, type HandlerFunction, Versioned, withCurrentValue } from './versions.ts'
import { authorize, findViewers, readTokens, rejectHelper } from './viewer.ts'

/**
 * Reading a list counts as a search if its limit is higher than this, or if it has none. Screens
 * request 50 rows.
 */
const maxCheapRows = 60

type Result<E extends Endpoint> = E extends { paged: true }
  ? CallResult<E>
  : E extends { versioned: true }
    ? Versioned<z.input<E['response']>>
    : z.input<E['response']>
/**
 * `create` returns the id of the new object, and `read` returns the response for that id. If a
 * request is repeated, only `read` runs.
 */
type CreateHandler<E extends Endpoint> = {
  create: (input: ParsedInput<E>, context: RequestContext<E>) => Promise<string>
  read: (id: string, context: RequestContext<E>) => Promise<Result<E>>
}
/** A conditional type over the endpoint, because a plain generic would widen its literal types. */
type Handler<E extends Endpoint> = E extends { creates: true }
  ? CreateHandler<E>
  : E extends Endpoint
    ? (
        input: ParsedInput<E>,
        context: RequestContext<E>,
      ) => Promise<Result<E> | CacheableResponse<Result<E>>>
    : never
type UntypedHandler =
  | HandlerFunction
  | {
      create: (input: unknown, context: unknown) => Promise<string>
      read: HandlerFunction
    }
export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

const linkTo = (endpoint: Endpoint, input: Record<string, unknown>) => (cursor: string) =>
  `</api${endpointUrl(endpoint, { ...input, cursor }).path}>; rel="next"`

const isExpensive = (
  endpoint: Endpoint,
  { search, limit = Number.POSITIVE_INFINITY }: Record<string, unknown>,
): boolean =>
  endpoint.expensive === true ||
  (endpoint.method === 'GET' &&
    (Boolean(search) || (endpoint.paged === true && Number(limit) > maxCheapRows)))

async function handleRequest(
  context: AppContext,
  handler: UntypedHandler,
  incoming: IncomingRequest,
  uploaded: UploadedFiles,
) {
  const { endpoint, request, reply } = incoming
  const { limits } = context
  const [viewer] = request.viewers
  const { input, uploads } = await readRequestInput(request, endpoint, uploaded)
  rejectHelper(viewer, endpoint, [...Object.keys(input), ...uploads.map(({ field }) => field)])
  const parsed = endpoint.input.safeParse(input)
  const isRead = endpoint.method === 'GET'
  const unknown = isRead ? [] : unknownFields(endpoint.input, input, endpoint.ignores)
  if (!parsed.success || unknown.length > 0) throw inputError(parsed.error, unknown)
  const kind = isExpensive(endpoint, parsed.data) ? 'searches' : 'calls'
  if (kind === 'searches') limits.count(kind, request)
  const idempotencyKey = idempotencyKeyOf(request, parsed.data)
  const keyed =
    endpoint.creates && viewer && idempotencyKey !== undefined
      ? keyedRequest(viewer.accountId, endpoint, idempotencyKey, parsed.data, uploads)
      : undefined
  const content = { uploads, idempotencyKey, keyedRequest: keyed }
  const requestContext = createRequestContext(context, incoming, content)
  const run = async () => {
    await request.checkSession()
    if (typeof handler === 'function') {
      const result = await handler(parsed.data, requestContext)
      // The link contains only declared parameters, because requests share the cached response.
      const link = linkTo(endpoint, parsed.data)
      return result instanceof CacheableResponse
        ? findPrepared(context, incoming, result, link)
        : result
    }
    const create = () => handler.create(parsed.data, requestContext)
    return handler.read(await createOnce(context.db, keyed, context.now(), create), requestContext)
  }
  const result = await (uploads.length > 0 ? run() : limits.enqueue(kind, requestContext.ip, run))
  if (result instanceof PreparedResponse) return sendPrepared(request, reply, result)
  void reply.header('cache-control', 'no-store').status(endpoint.status ?? 200)
  const page = endpoint.paged ? (result as Page<unknown>) : undefined
  if (page) void reply.headers(pageHeaders(page, linkTo(endpoint, input)))
  if (result instanceof Versioned) {
    void reply.header('etag', etagOf(result.version))
    return reply.send(endpoint.response.parse(result.value))
  }
  return reply.send(endpoint.response.parse(page ? page.rows : result))
}

/** Prepares Fastify for endpoints below `/api`. `mounted` lists those added with `mount`. */
export async function createMount(
  app: FastifyInstance,
  context: AppContext,
): Promise<{ mount: Mount; mounted: readonly Endpoint[] }> {
  const mounted: Endpoint[] = []
  const reads = new Map<string, { endpoint: Endpoint; handler: HandlerFunction }>()
  const { limits } = context
  await app.register(multipart)
  acceptJson(app)
  context.jobs.every(3600, 'delete expired idempotency keys', () =>
    deleteExpiredKeys(context.db, context.now()),
  )
  const { dataDir } = context.config
  context.jobs.every(3600, 'remove abandoned uploads', () =>
    removeAbandonedFiles(uploadsFolder(dataDir)),
  )
  const mount: Mount = (endpoint, typedHandler) => {
    let handler = typedHandler as unknown as UntypedHandler
    if (endpoint.versioned && typeof handler === 'function') {
      if (endpoint.method === 'GET') reads.set(endpoint.path, { endpoint, handler })
      else handler = withCurrentValue(handler, () => reads.get(endpoint.path))
    }
    if (!endpoint.alias) mounted.push(endpoint)
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { repeatsError: endpoint.repeatsError === true },
      // Runs before the body is read, so requests without permission are rejected early.
      onRequest: async (request) => {
        const tokens = readTokens(request.headers)
        const known = await findViewers(context.findViewer, tokens)
        if (endpoint.access !== 'anyone') request.caller = known[0]
        request.viewers = authorize(known, endpoint, tokens)
        const [viewer] = request.viewers
        rejectHelper(viewer, endpoint)
        if (viewer?.isApiToken) limits.countToken(viewer.session)
        request.checkSession = createSessionCheck(context.findViewer, viewer)
      },
      handler: async (request, reply) => {
        const uploaded = new UploadedFiles(dataDir)
        const handle = () => handleRequest(context, handler, { endpoint, request, reply }, uploaded)
        const uploader = endpoint.files && request.isMultipart() ? request.viewers[0] : undefined
        if (!endpoint.files || !uploader) return handle()
        rejectLargeForm(request, endpoint.files)
        try {
          return await limits.whileSending(uploader.accountId, handle)
        } finally {
          await uploaded.remove()
        }
      },
    })
  }
  return { mount, mounted }
}
