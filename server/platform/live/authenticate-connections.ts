import { AppError } from '#contract/common/errors.ts'
import { type FindViewer, hashToken } from '#server/platform/http/viewer.ts'
import { newLogId, withLogFields } from '#server/platform/operations/log-fields.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'
import type { LiveGuard } from './connection-guard.ts'
import type { LiveMetrics, LiveServer, LiveSocket, ReportError } from './live-events.ts'
import { maxConnectionsPerAccount } from './policy.ts'

/** All connections of an account, in every process. */
export const accountRoom = (id: string) => `account:${id}`
export const sessionRoom = (hash: string) => `session:${hash}`

/**
 * Lets a connection in if its token is that of a live session, and into the rooms of its account
 * and session. Others are refused with the code of an AppError, and closed.
 */
export function authenticateConnections(
  io: LiveServer,
  guard: LiveGuard,
  findViewer: FindViewer,
  { reportError, metrics }: { reportError: ReportError; metrics: LiveMetrics },
): void {
  async function authenticate(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token
    if (typeof token !== 'string' || token === '') throw new AppError('signed_out')
    const viewer = await findViewer(hashToken(token))
    if (!viewer) throw new AppError('session_ended')
    const connections = io.sockets.adapter.rooms.get(accountRoom(viewer.accountId))?.size ?? 0
    if (connections >= maxConnectionsPerAccount)
      throw new AppError('too_many_requests', {
        message: 'Dobara is open in too many windows. Please close some of them.',
      })
    socket.data.viewer = viewer
    guard.setAccount(socket.conn, viewer.accountId)
    await socket.join([accountRoom(viewer.accountId), sessionRoom(viewer.session)])
    // The session may have ended before the join, when nobody could disconnect this socket yet.
    if (!(await findViewer(viewer.session))) throw new AppError('session_ended')
  }
  async function admit(socket: LiveSocket, next: (error?: Error) => void): Promise<unknown> {
    try {
      await guard.enqueueAuth(socket.conn, () => authenticate(socket))
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
  io.use((socket, next) =>
    withLogFields({ requestId: newLogId(), event: 'handshake' }, () => void admit(socket, next)),
  )
}
