import { once } from 'node:events'
import { ensureAdmin } from '#server/accounts/auth/first-admin.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { refuseDemoLogins } from '#server/demo/logins.ts'
import { findInstallationId } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { openMetricsServer } from '#server/platform/metrics/metrics.ts'
import { readConfig, StartupError } from '#server/platform/operations/config.ts'
import { copyCommand, openControlSocket } from '#server/platform/operations/control-socket.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { servePages } from '#server/platform/pages/pages.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { verify } from '#server/verify/verify.ts'
import { createApp } from './app.ts'

const shutdownTimeoutMs = 6000

/** scripts/start.mjs opens an IPC channel, so that the server stops when the script ends. */
const startedByScript = process.connected

/** The script may still be building the web app. It sends a message when it is done. */
const webIsBuilt =
  startedByScript && process.env.WEB_BUILD === 'pending' ? once(process, 'message') : undefined

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // Opens the database first, because that locks DATA_DIR. Before that, a signal can safely kill
  // the process.
  const database = await openDatabase(config, log)
  let close = database.close
  closeOnSignal(() => close())
  try {
    const storage = await openStorage(config, await findInstallationId(database.db))
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
    const { app, context } = await createApp({ config, log, database, storage }, pages)
    close = () => app.close()
    if (database.copy) {
      const control = await openControlSocket(config.dataDir, {
        [copyCommand]: database.copy,
        verify: () => verify(database.db, storage),
        'verify-without-files': () => verify(database.db, undefined),
      }).catch((error: unknown) => log.warn({ error }, 'commands can’t reach this server'))
      if (control) app.addHook('preClose', control.close)
    }
    if (config.metrics) {
      const metrics = await openMetricsServer(context.metrics.registry, config.metrics)
      app.addHook('onClose', metrics.close)
      log.info({ host: config.metrics.host, port: metrics.port }, 'metrics')
    }
    await app.listen({ port: config.port, host: config.host })
    const { port } = app.server.address() as { port: number }
    console.log(
      `Dobara is open on http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`,
    )
  } catch (error) {
    if (isShuttingDown) return
    await close()
    throw error
  }
}

let isShuttingDown = false

/** Shuts down on a signal, and when the start script ends. A second signal exits immediately. */
function closeOnSignal(close: () => Promise<unknown>): void {
  const shutDown = () => {
    if (isShuttingDown) return
    isShuttingDown = true
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (isShuttingDown ? process.exit(1) : shutDown()))
  if (!startedByScript) return
  if (process.connected) process.on('disconnect', shutDown)
  else shutDown()
}

function startupMessage(error: unknown): string | undefined {
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
  console.error(startupMessage(error) ?? error)
  process.exit(1)
})
