// The process: configuration, database, server, and an orderly end.
import { once } from 'node:events'
import { ensureAdmin } from '#server/accounts/auth/first-admin.ts'
import { hashPassword } from '#server/accounts/auth/passwords.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { refuseDemoLogins } from '#server/demo/logins.ts'
import { findInstallation, openDatabase } from '#server/platform/database/database.ts'
import { readConfig, StartupError } from '#server/platform/operations/config.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { servePages } from '#server/platform/pages/pages.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { createApp } from './app.ts'

/** The end must come within this many milliseconds of being asked for. */
const patience = 4000

/** scripts/start.mjs holds a channel to the server, so that the server ends with it, however that ends. */
const startedByScript = process.connected

/** The same script may still be building the web, and says when it is there. */
const webIsBuilt =
  startedByScript && process.env.WEB_BUILD === 'pending' ? once(process, 'message') : undefined

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // Until the database is open a signal simply kills the process: opening leaves nothing half-made behind.
  // First of all, because it takes the lock on DATA_DIR: nothing in there is touched before.
  const database = await openDatabase(config, log)
  let close = database.close
  endWith(() => close())
  try {
    const storage = await openStorage(config, await findInstallation(database.db))
    await ensureAdmin(database.db, config.admin, config.production)
    if (config.production) await refuseDemoLogins(database.db)
    if (config.demo)
      await fillDemo({
        db: database.db,
        storage,
        hash: hashPassword,
        now: new Date(),
        withAdmin: config.admin === undefined,
        production: config.production,
        say: console.log,
      })
    await webIsBuilt
    const pages = process.argv.includes('--dev')
      ? (await import('#server/platform/pages/dev-pages.ts')).serveDevPages
      : servePages
    const { app } = await createApp({ config, log, database, storage }, pages)
    close = () => app.close()
    await app.listen({ port: config.port, host: config.host })
    const { port } = app.server.address() as { port: number }
    console.log(
      `Dobara is open on http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`,
    )
  } catch (error) {
    // What was under way when the end was asked for breaks off; that is no fault.
    if (ending) return
    await close()
    throw error
  }
}

let ending = false

/**
 * Closes once when asked to, by a signal or by the end of the script that started it; ends at once on a second signal,
 * or when closing takes too long.
 */
function endWith(close: () => Promise<unknown>): void {
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), patience).unref()
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (ending ? process.exit(1) : end()))
  if (!startedByScript) return
  if (process.connected) process.on('disconnect', end)
  else end()
}

/** A start that failed for a reason its owner can mend: one clear line, no stack. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  const { code, message, syscall, port, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
    hostname?: string
  }
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is already in use. Stop what runs there, or set another PORT.`
  if (code === 'ENOTFOUND') return `HOST: there is no ${hostname}.`
  if (syscall === 'listen') return `HOST: can't listen on ${address}:${port}: ${message}`
  return undefined
}

start().catch((error: unknown) => {
  console.error(reasonOf(error) ?? error)
  process.exit(1)
})
