import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { photoWidths } from '#contract/photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { removeExpiredPhotos } from './removal.ts'

/** The only names that ever reach the storage. */
const photoName = new RegExp(`^[0-9a-f]{64}-(${photoWidths.join('|')})\\.webp$`)

/** Serves the pictures, and sweeps those that nothing shows any more. */
export function photoRoutes(
  app: FastifyInstance,
  { db, storage, limits, jobs, log, now }: AppContext,
): void {
  const onRequest = (request: FastifyRequest) => limits.count('photos', request)
  app.get<{ Params: { name: string } }>('/photos/:name', { onRequest }, async (request, reply) => {
    const { name } = request.params
    const found = photoName.test(name) ? await storage.open(name) : undefined
    if (!found) throw new AppError('not_found')
    if (found.bytes !== undefined) void reply.header('content-length', found.bytes)
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(found.content)
  })

  const sweep = (after: string) => async (signal: AbortSignal) => {
    const next = await removeExpiredPhotos({ db, storage, log }, now(), { after, signal })
    // Other work that waits has its turn first.
    if (next !== undefined) jobs.soon('sweep photos', sweep(next))
  }
  jobs.every(6 * 3600, 'sweep photos', sweep(''))
}
