import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { photoWidths } from '#contract/photos.ts'
import type { Parts } from '#server/platform/parts.ts'
import { sweepPhotos } from './store.ts'

/** The only names that ever reach the storage. */
const photoName = new RegExp(`^[0-9a-f]{64}-(${photoWidths.join('|')})\\.webp$`)

/** Serves the pictures, and sweeps those that nothing shows any more. */
export function photoRoutes(app: FastifyInstance, { db, storage, jobs, now }: Parts): void {
  app.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
    const { name } = request.params
    const bytes = photoName.test(name) ? await storage.read(name) : undefined
    if (!bytes) throw new Refusal('not_found')
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })

  jobs.every(6 * 3600, 'sweep photos', async () => void (await sweepPhotos(db, storage, now())))
}
