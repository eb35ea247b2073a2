// How commands of the operator reach the running server, because nobody else may open an embedded
// database: a socket in DATA_DIR, which only the server's own user can open.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError } from './config.ts'

/** Longer addresses of sockets are cut off by the operating system. */
const maxAddressBytes = 100

/** Undefined if it would be too long. Windows has named pipes instead of sockets in folders. */
function addressOf(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'control.sock')
  if (process.platform !== 'win32')
    return Buffer.byteLength(file) > maxAddressBytes ? undefined : file
  return `\\\\.\\pipe\\dobara-${createHash('sha256').update(path.resolve(dataDir)).digest('hex')}`
}

/** Each runs while the server goes on working; its result is sent as JSON. */
export type ControlCommands = Record<string, () => Promise<unknown>>

/**
 * The caller holds the lock of DATA_DIR, so a socket that is there was left by a killed server.
 * Rejects where the file system has no sockets.
 */
export async function openControlSocket(
  dataDir: string,
  commands: ControlCommands,
): Promise<{ close: () => Promise<void> }> {
  const address = addressOf(dataDir)
  if (address === undefined) return { close: async () => {} }
  await rm(address, { force: true })
  const server = http.createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? ''
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) return response.writeHead(404).end()
    try {
      const result = await command()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Its file is there when this returns, so that it's nobody else's from the first moment on.
    const umask = process.umask(0o177)
    server.listen(address, resolve)
    process.umask(umask)
  })
  server.unref()
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * The result of a command of the server that uses this DATA_DIR; undefined if none can be reached.
 * Throws what the command throws.
 */
export async function runControlCommand(dataDir: string, command: string): Promise<unknown> {
  const socketPath = addressOf(dataDir)
  if (socketPath === undefined) return undefined
  const request = http.request({ socketPath, path: `/${command}` })
  const response = await new Promise<http.IncomingMessage | undefined>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
    )
    request.end()
  })
  if (!response) return undefined
  const body = await text(response)
  if (response.statusCode === 404)
    throw new StartupError('The server that runs there is of another version. Restart it first.')
  if (response.statusCode !== 200) throw new Error(body)
  return JSON.parse(body)
}
