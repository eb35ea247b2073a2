import type { FastifyInstance, FastifyRequest } from 'fastify'
import { photoWidths } from '#contract/books/photos.ts'
import { roles } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
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
import type { Participant } from '#server/chats/store.ts'
import { emitUpdate } from '#server/orders/order-updates.ts'
import { lockOrder } from '#server/orders/store.ts'
import { photoFile } from '#server/photos/store.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Upload } from '#server/platform/http/requests/uploaded-files.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { authorize, findViewers, readTokens, type Viewer } from '#server/platform/http/viewer.ts'
import { openProblem, propose, solve, writeAboutProblem } from './changes.ts'
import { photoRoute, rejectPhotoCount } from './rules.ts'
import { viewOrderProblems } from './views.ts'

export function problemRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, now } = context
  const isLimited = config.rateLimit

  /** Stores the photos after checking that the order is the caller's own. */
  async function withPhotos<T>(
    me: Participant,
    orderId: string,
    uploads: Upload[],
    work: (photos: string[]) => Promise<T>,
  ): Promise<T> {
    rejectPhotoCount(uploads.length)
    await viewOrderProblems(db, me, orderId, now())
    const kind = (await findAccount(db, me.accountId))?.seller_type ?? 'buyer'
    return withStoredPhotos(context, { accountId: me.accountId, kind }, uploads, work, {
      isPrivate: true,
    })
  }

  mount(readOrderProblems, ({ orderId }, { viewer }) =>
    viewOrderProblems(db, participantOf(viewer), orderId, now()),
  )

  mount(reportProblem, {
    create: async ({ orderId, reason, text }, { viewer, uploads, commit }) => {
      const me = participantOf(viewer)
      const { id, update } = await withPhotos(me, orderId, uploads, (photos) =>
        commit(async (db) => {
          const order = await lockOrder(db, me, orderId)
          return openProblem(db, order, { reason, text, photos }, { now: now(), isLimited })
        }),
      )
      emitUpdate(live, update)
      return id
    },
    read: (id, { viewer }) => viewOrderProblems(db, participantOf(viewer), id, now()),
  })

  mount(addProblemMessage, {
    create: async ({ orderId, text }, { viewer, uploads, commit }) => {
      const me = participantOf(viewer)
      const { id, update } = await withPhotos(me, orderId, uploads, (photos) =>
        commit(async (db) => {
          const order = await lockOrder(db, me, orderId)
          const options = { now: now(), isLimited }
          const update = await writeAboutProblem(db, order, me.side, { text, photos }, options)
          return { id: orderId, update }
        }),
      )
      emitUpdate(live, update)
      return id
    },
    read: (id, { viewer }) => viewOrderProblems(db, participantOf(viewer), id, now()),
  })

  mount(proposeSolution, async ({ orderId, proposal, refund }, { viewer, commit }) => {
    const me = participantOf(viewer)
    const amount = proposal === 'refund' && refund !== undefined ? toPaise(refund) : null
    const terms = { proposal, refund: amount }
    const update = await commit(async (db) =>
      propose(db, await lockOrder(db, me, orderId), terms, { now: now(), isLimited }),
    )
    if (update) emitUpdate(live, update)
    return viewOrderProblems(db, me, orderId, now())
  })

  mount(solveProblem, async ({ orderId, outcome, proposal, refund }, { viewer, commit }) => {
    const me = participantOf(viewer)
    const seen = { proposal, refund: refund === undefined ? null : toPaise(refund) }
    const update = await commit(async (db) =>
      solve(db, await lockOrder(db, me, orderId), { outcome, seen }, now()),
    )
    emitUpdate(live, update)
    return viewOrderProblems(db, me, orderId, now())
  })
}

// Only the two people of the order and admins can see a problem's photos.
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

export function problemPhotoRoute(
  app: FastifyInstance,
  { db, storage, limits, findViewer }: AppContext,
): void {
  const onRequest = async (request: FastifyRequest) => limits.count('photos', request)
  app.get<{ Params: PhotoParams }>(`/api${photoRoute}`, { onRequest }, async (request, reply) => {
    const { params } = request
    const tokens = readTokens(request.headers)
    const known = await findViewers(findViewer, tokens)
    request.caller = known[0]
    const viewers = authorize(known, roles, tokens)
    const width = photoWidths.find((known) => String(known) === params.width)
    const photo = width && (await findPhoto(db, params, viewers))
    const bytes = photo && (await storage.read(photoFile(photo.hash, width)))
    if (!bytes) throw new AppError('not_found')
    return reply.type('image/webp').header('cache-control', 'no-store').send(bytes)
  })
}
