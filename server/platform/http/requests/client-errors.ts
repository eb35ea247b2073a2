// Requests that aren't HTTP, or take too long to say what they want: nothing but the connection
// knows of them.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#contract/common/errors.ts'
import type { Headers } from '#server/platform/http/responses/security-headers.ts'

const errorOf = (code: string | undefined): AppError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('too_slow')
  const options = code === 'HPE_HEADER_OVERFLOW' ? { status: 431 } : {}
  return new AppError('unreadable', options)
}

export const createClientErrorHandler =
  (headers: Headers) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, message, code } = errorOf(error.code)
    const body = JSON.stringify({ message, code })
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy(error)
  }
