// The process: configuration, database, server, and an orderly end.
import { createApp } from './app.ts'
import { ensureAdmin } from './auth/first-admin.ts'
import { hashPassword } from './auth/passwords.ts'
import { fillDemo } from './demo/fill.ts'
import { readConfig, StartFault } from './platform/config.ts'
import { openEmbedded, openPostgres } from './platform/db.ts'
import { createLog } from './platform/log.ts'
import { servePages } from './platform/pages.ts'
import { openStorage } from './platform/storage.ts'

/** The end must come within this many milliseconds of being asked for. */
const patience = 4000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const storage = await openStorage(config)
  const database = config.databaseUrl === undefined ? await openEmbedded(config.dataDir) : await openPostgres(config.databaseUrl)
  try {
    await ensureAdmin(database.db, config.admin)
    if (config.demo)
      await fillDemo({
        db: database.db,
        storage,
        hash: hashPassword,
        now: new Date(),
        withAdmin: config.admin === undefined,
        say: console.log,
      })
    const pages = process.argv.includes('--dev') ? (await import('./platform/pages-dev.ts')).serveDevPages : servePages
    const { app } = await createApp({ config, log, database, storage }, pages)
    endWith(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    const { port } = app.server.address() as { port: number }
    console.log(`Dobara is open on http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Closes once on the first signal and ends at once on the second, or when closing takes too long. */
function endWith(close: () => Promise<unknown>): void {
  let ending = false
  const end = () => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), patience).unref()
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** A start that failed for a reason its owner can mend: one clear line, no stack. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartFault) return error.message
  const { code, message, syscall, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `PORT: ${port} is already in use. Stop what runs there, or set another PORT.`
  if (syscall === 'listen' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: can't listen on ${address ?? ''}:${port ?? ''}: ${message}`
  return undefined
}

start().catch((error: unknown) => {
  console.error(reasonOf(error) ?? error)
  process.exit(1)
})
