// A socket in DATA_DIR by which operators' commands reach the running server, because no other
// process may open an embedded database. Only the server's user can open the socket.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError } from './config.ts'

/** Commands run while the server continues to work. Their results are sent as JSON. */
type ControlCommands = Record<string, () => Promise<unknown>>

/** The command that copies the database. Its result is the name of the copy's folder. */
export const copyCommand = 'copy-database'

const socketIn = (dataDir: string) => path.join(dataDir, 'control.sock')

/**
 * Opens the socket. The caller must hold the lock of DATA_DIR, because an existing socket is
 * treated as that of a killed server. Rejects if the file system has no sockets, or if the path is
 * longer than about 100 characters.
 */
export async function openControlSocket(
  dataDir: string,
  commands: ControlCommands,
): Promise<{ close: () => Promise<void> }> {
  await rm(socketIn(dataDir), { force: true })
  const server = net.createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => {})
    try {
      const name = await text(socket)
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined
      if (!command) throw new Error('The server there is of another version. Restart it first.')
      socket.end(JSON.stringify({ result: await command() }))
    } catch (error) {
      socket.end(JSON.stringify({ error: (error as Error).message }))
    }
  })
  const umask = process.umask(0o177)
  server.listen(socketIn(dataDir))
  process.umask(umask)
  await once(server, 'listening')
  server.unref()
  return { close: async () => void server.close() }
}

/**
 * Runs a command in the server that uses this DATA_DIR and returns the result. Returns undefined if
 * no server can be reached. Throws a StartupError with the message of the command's error.
 */
export async function runControlCommand<T>(
  dataDir: string,
  command: string,
): Promise<T | undefined> {
  const socket = net.connect({ path: socketIn(dataDir), allowHalfOpen: true }).end(command)
  const answer = await text(socket).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL', 'ENOTSUP'].includes(error.code ?? '')) return undefined
    throw error
  })
  if (answer === undefined) return undefined
  const { result, error } = JSON.parse(answer || '{"error":"The server has ended."}')
  if (error !== undefined) throw new StartupError(error)
  return result
}
