// Photos of problems: sent to the order's two people and to admins, whoever else knows the address.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { photoWidths } from '#contract/books/photos.ts'
import { roles } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { photoFile } from '#server/photos/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { authorize, findViewers, readTokens, type Viewer } from '#server/platform/http/viewer.ts'
import { photoRoute } from './rules.ts'

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
