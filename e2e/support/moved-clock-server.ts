// A server with its own market and a clock that the test moves. `moved-clock.ts` starts it.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createApp } from '#server/app.ts'
import { findInstallationId } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { readConfig } from '#server/platform/operations/config.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { servePages } from '#server/platform/pages/pages.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { passReservationsOn, reserveCopies } from '#server/wishlist/queue/queue.ts'
import type { Move } from './moved-clock.ts'

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-moved-clock-'))
const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', RATE_LIMIT: '0', LOG_LEVEL: 'warn' })
const log = createLog(config.logLevel)
const database = await openDatabase(config, log)
const storage = await openStorage(config, await findInstallationId(database.db))

let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const { app, context } = await createApp({ config, log, database, storage, now }, servePages)

async function move({ hours = 0, bookIds = [] }: Move): Promise<void> {
  aheadMs += hours * 3_600_000
  await passReservationsOn(context)
  await reserveCopies(context, bookIds)
  process.send?.('moved')
}
process.on('message', (message) => void move(message as Move))
process.on('disconnect', async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
