// Lines to the server, before and beside what is said on them: how many there are, and how long one may take nothing.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '#server/platform/operations/log.ts'
import { clientAddress } from './rate-limits.ts'

/**
 * So many lines stand at once in all, and of one address where visitors come without a proxy: 300 people behind one, each
 * with six lines of a browser and four windows that listen, have 3,000.
 */
export const maxConnections = { all: 10_000, ofAddress: 4000 } as const

/**
 * So many answers of a line may be on their way. Node takes up all requests that come in one piece, and each holds what it
 * answers with, such as an open file, until its turn to be sent; browsers ask for one thing at a time on a line.
 */
export const maxPipelined = 16

/** Whoever takes nothing of an answer for so many milliseconds is cut off; a slow reader takes something. */
export const stalledMs = 60_000

/** What happens for each of thousands of lines is logged at most once in so many milliseconds. */
const complainMs = 60_000

export type ConnectionLimitOptions = {
  log: Log
  /** Whether lines count by their address; behind a proxy all of them are the proxy's. */
  byAddress: boolean
  max?: { all: number; ofAddress: number }
  stuckMs?: number
  now?: () => number
}

/** Bounds the lines of a server that listens, or will. What a line fails of is logged and ends nothing else. */
export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const {
    log,
    byAddress,
    max = maxConnections,
    stuckMs: patience = stalledMs,
    now = Date.now,
  } = options
  const complained = new Map<string, number>()
  const complain = (what: string, more: object = {}) => {
    if (now() - (complained.get(what) ?? Number.NEGATIVE_INFINITY) < complainMs) return
    complained.set(what, now())
    log.warn(more, what)
  }

  server.maxConnections = max.all
  server.on('drop', () => complain('lines refused: there are too many', { max: max.all }))
  // As when the process may open no more files. A port in use comes before it listens, and is the starter's to tell.
  server.on(
    'error',
    (error) => server.listening && complain('a line could not be taken', { error }),
  )

  const lines = new Map<string, number>()
  server.on('connection', (socket) => {
    if (!byAddress) return
    const address = clientAddress({ ip: socket.remoteAddress })
    const standing = (lines.get(address) ?? 0) + 1
    lines.set(address, standing)
    socket.once('close', () => {
      const left = (lines.get(address) ?? 1) - 1
      if (left > 0) lines.set(address, left)
      else lines.delete(address)
    })
    if (standing <= max.ofAddress) return
    complain('lines of an address refused: there are too many', { address, max: max.ofAddress })
    socket.destroy()
  })

  const answers = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    const under = (answers.get(socket) ?? 0) + 1
    answers.set(socket, under)
    response.once('close', () => answers.set(socket, (answers.get(socket) ?? 1) - 1))
    if (under > maxPipelined) socket.destroy()
    // Node counts as silence that nothing came, and nothing of what waits went out.
    response.setTimeout(patience, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy()
    })
  })
}
