// Decides who may open a live connection. Socket.IO handles these requests without Fastify.
import type { IncomingMessage } from 'node:http'
import { AppError } from '#contract/common/error-catalog.ts'
import { hashToken, type Viewer } from '#server/platform/http/viewer.ts'
import { clientAddressOf } from '#server/platform/limits/addresses.ts'
import { newLogId, withLogFields } from '#server/platform/operations/log.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'
import type { LiveOptions, LiveServer, LiveSocket, ReportError } from './live-events.ts'

const maxConnectionsPerLogin = 20

/** The room of all of an account's connections, in every process. */
export const accountRoom = (id: string) => `account:${id}`
/** The room of one person's connections: a shop's owner and its helpers have their own logins. */
const loginRoom = ({ accountId, helper }: Viewer) => `login:${helper?.id ?? accountId}`
export const sessionRoom = (hash: string) => `session:${hash}`

/**
 * Whether the connecting page belongs to this market. Programs other than browsers send no
 * `Origin`, and may connect.
 */
export function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true
  const own = [headers.host, headers['x-forwarded-host'], publicUrl && new URL(publicUrl).host]
  const page = URL.parse(headers.origin)
  return page !== null && page.host !== '' && own.includes(page.host)
}

/**
 * Admits connections whose token has an active session, and adds them to the rooms of the account
 * and the session. Other connections get an AppError's code and are closed.
 */
export function admitConnections(
  io: LiveServer,
  { findViewer, proxies, metrics }: LiveOptions,
  reportError: ReportError,
): void {
  async function authenticate(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token
    if (typeof token !== 'string' || token === '') throw new AppError('signed_out')
    const viewer = await findViewer(hashToken(token))
    if (!viewer) throw new AppError('session_ended')
    const connections = io.sockets.adapter.rooms.get(loginRoom(viewer))?.size ?? 0
    if (connections >= maxConnectionsPerLogin)
      throw new AppError('too_many_requests', {
        message: 'Dobara is open in too many windows. Please close some of them.',
      })
    socket.data = { viewer, address: clientAddressOf(socket.request, proxies) }
    const { accountId, session } = viewer
    await socket.join([accountRoom(accountId), loginRoom(viewer), sessionRoom(session)])
    // The session may have ended before the socket joined its room, when nothing could disconnect
    // the socket.
    if (!(await findViewer(session))) throw new AppError('session_ended')
  }

  async function admit(socket: LiveSocket, next: (error?: Error) => void): Promise<unknown> {
    if (socket.conn.readyState !== 'open') return
    try {
      await authenticate(socket)
    } catch (error) {
      const appError = toAppError(error)
      metrics.handshakes.inc({ result: appError.code })
      if (appError !== error) reportError(error, 'live handshake failed')
      next(Object.assign(new Error(appError.message), { data: { code: appError.code } }))
      return setImmediate(() => socket.conn.close())
    }
    metrics.handshakes.inc({ result: 'ok' })
    next()
  }
  // A client could send thousands of tokens, but a page sends only one per connection.
  io.engine.on('connection', (connection: LiveSocket['conn']) => {
    let tokens = 0
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      // '0' is Socket.IO's CONNECT packet.
      if (type === 'message' && String(data).startsWith('0') && ++tokens > 1) connection.close()
    })
  })
  io.use((socket, next) =>
    withLogFields({ requestId: newLogId(), event: 'handshake' }, () => void admit(socket, next)),
  )
}
