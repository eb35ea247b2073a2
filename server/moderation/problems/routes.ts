import type { FastifyInstance, FastifyRequest } from 'fastify'
import { roles } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoWidths } from '#contract/common/photos.ts'
import { toPaise } from '#contract/common/schemas.ts'
import {
  addProblemMessage,
  proposeSolution,
  readOrderProblems,
  reportProblem,
  solveProblem,
} from '#contract/orders/problems.ts'
import { findAccount } from '#server/accounts/store.ts'
import { participantOf } from '#server/chats/rules.ts'
import { emitUpdate, type OrderUpdate } from '#server/orders/announce.ts'
import { type LockedOrder, lockOrder } from '#server/orders/store.ts'
import { photoFile } from '#server/photos/store.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { authorize, findViewers, readTokens, type Viewer } from '#server/platform/http/viewer.ts'
import { openProblem, propose, solve, writeAboutProblem } from './changes.ts'
import { photoRoute, rejectPhotoCount } from './rules.ts'
import { viewOrderProblems } from './views.ts'

export function problemRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, now } = context
  const limits = () => ({ now: now(), isLimited: config.rateLimit })
  const read = (orderId: string, { viewer }: { viewer: Viewer }) =>
    viewOrderProblems(db, participantOf(viewer), orderId, now())
  mount(readOrderProblems, ({ orderId }, request) => read(orderId, request))

  type Request = Pick<RequestContext<typeof addProblemMessage>, 'viewer' | 'uploads' | 'commit'>
  type Write = (db: Db, order: LockedOrder, photos: string[]) => Promise<OrderUpdate>
  /** Checks that the order is the caller's own, then stores the photos and runs `work`. */
  async function write(orderId: string, { viewer, uploads, commit }: Request, work: Write) {
    const me = participantOf(viewer)
    rejectPhotoCount(uploads.length)
    await viewOrderProblems(db, me, orderId, now())
    const kind = (await findAccount(db, me.accountId))?.seller_type ?? 'buyer'
    const uploader = { accountId: me.accountId, kind } as const
    const workWith = (photos: string[]) =>
      commit(async (db) => {
        const order = await lockOrder(db, me, orderId)
        return { id: orderId, update: await work(db, order, photos) }
      })
    const privately = { isPrivate: true }
    const { id, update } = await withStoredPhotos(context, uploader, uploads, workWith, privately)
    emitUpdate(live, update)
    return id
  }
  mount(reportProblem, {
    create: ({ orderId, reason, text }, request) =>
      write(orderId, request, (db, order, photos) =>
        openProblem(db, order, { reason, text, photos }, limits()),
      ),
    read,
  })
  mount(addProblemMessage, {
    create: ({ orderId, text }, request) =>
      write(orderId, request, (db, order, photos) => {
        const { side } = participantOf(request.viewer)
        return writeAboutProblem(db, order, side, { text, photos }, limits())
      }),
    read,
  })

  type Step = (db: Db, order: LockedOrder) => Promise<OrderUpdate | undefined>
  type ChangeRequest = Pick<RequestContext<typeof solveProblem>, 'viewer' | 'commit'>
  async function change(orderId: string, request: ChangeRequest, step: Step) {
    const me = participantOf(request.viewer)
    const update = await request.commit(async (db) => step(db, await lockOrder(db, me, orderId)))
    if (update) emitUpdate(live, update)
    return read(orderId, request)
  }
  mount(proposeSolution, ({ orderId, proposal, refund }, request) => {
    const amount = proposal === 'refund' && refund !== undefined ? toPaise(refund) : null
    const terms = { proposal, refund: amount }
    return change(orderId, request, (db, order) => propose(db, order, terms, limits()))
  })
  mount(solveProblem, ({ orderId, outcome, proposal, refund }, request) => {
    const seen = { proposal, refund: refund === undefined ? null : toPaise(refund) }
    return change(orderId, request, (db, order) => solve(db, order, { outcome, seen }, now()))
  })
}

// The URL of a problem's photo, which only the two people of the order and admins can see.
type PhotoParams = { messageId: string; position: string; width: string }

async function findPhoto(db: Db, { messageId, position }: PhotoParams, viewers: Viewer[]) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(messageId)) return undefined
  if (!/^[0-3]$/.test(position)) return undefined
  const isAdmin = viewers.some(({ role }) => role === 'admin')
  const ids = viewers.map(({ accountId }) => accountId)
  let query = db
    .selectFrom('problem_photos')
    .innerJoin('problem_messages', 'problem_messages.id', 'message_id')
    .innerJoin('problems', 'problems.id', 'problem_id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('hash')
    .where('message_id', '=', messageId)
    .where('position', '=', Number(position))
  if (!isAdmin)
    query = query.where((where) =>
      where.or([where('buyer_id', 'in', ids), where('seller_id', 'in', ids)]),
    )
  return query.executeTakeFirst()
}

export function problemPhotoRoute(app: FastifyInstance, context: AppContext): void {
  const { db, storage, limits } = context
  const onRequest = async (request: FastifyRequest) => limits.count('photos', request)
  app.get<{ Params: PhotoParams }>(`/api${photoRoute}`, { onRequest }, async (request, reply) => {
    const { params } = request
    const tokens = readTokens(request.headers)
    const known = await findViewers(context.findViewer, tokens)
    request.caller = known[0]
    const viewers = authorize(known, { access: roles }, tokens)
    const width = photoWidths.find((known) => String(known) === params.width)
    const photo = width && (await findPhoto(db, params, viewers))
    const bytes = photo && (await storage.read(photoFile(photo.hash, width)))
    if (!bytes) throw new AppError('not_found')
    return reply.type('image/webp').header('cache-control', 'no-store').send(bytes)
  })
}
