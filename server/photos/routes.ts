import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoWidths } from '#contract/common/photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { isWithheld } from './hidden-photos.ts'
import { removeExpiredPhotos } from './removal.ts'

const cleanupIntervalSeconds = 6 * 3600

const hashLength = 64
/** Requests for any other name never reach the storage. */
const photoName = new RegExp(`^[0-9a-f]{64}-(${photoWidths.join('|')})\\.webp$`)

export function photoRoutes(
  app: FastifyInstance,
  { db, cache, storage, limits, jobs, log, now }: AppContext,
): void {
  const onRequest = async (request: FastifyRequest) => limits.count('photos', request)
  app.get<{ Params: { name: string } }>('/photos/:name', { onRequest }, async (request, reply) => {
    const { name } = request.params
    const isShown =
      photoName.test(name) && !(await isWithheld({ db, cache }, name.slice(0, hashLength)))
    const bytes = isShown ? await storage.read(name) : undefined
    if (!bytes) throw new AppError('not_found')
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })

  const cleanUp = (after: string) => async (signal: AbortSignal) => {
    const next = await removeExpiredPhotos({ db, storage, log }, now(), { after, signal })
    // Each batch is a separate job, because a job that runs long counts as stuck.
    if (next !== undefined) jobs.soon('remove unused photos', cleanUp(next))
  }
  jobs.every(cleanupIntervalSeconds, 'remove unused photos', cleanUp(''))
}
