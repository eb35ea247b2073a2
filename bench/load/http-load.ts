// Sends GET requests as fast as they are answered, over plain sockets: a request takes half the
// processor time that it takes `node:http`, so that the server under load is what limits.
import net from 'node:net'
import { createResponseReader } from './response-reader.ts'

export type LoadResult = {
  perSecond: number
  requests: number
  /** Answers other than 200. */
  failed: number
  /** Milliseconds. */
  p50: number
  p99: number
  max: number
}

type LoadOptions = {
  port: number
  connections: number
  seconds: number
  /** The next address; undefined when there is none left, which ends it before its time. */
  next: () => string | undefined
}

/** The value below which that share of the sorted values lies; 0 of none. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const requests = new Map<string, Buffer>()
const maxCachedRequests = 10_000

export function requestOf(address: string): Buffer {
  const cached = requests.get(address)
  if (cached) return cached
  const request = Buffer.from(`GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  if (requests.size < maxCachedRequests) requests.set(address, request)
  return request
}

type Progress = { times: number[]; failed: number; isOver: boolean; end: () => void }

function driveConnection({ port, next }: LoadOptions, progress: Progress): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = createResponseReader()
    let sentAt = 0
    const send = () => {
      const address = progress.isOver ? undefined : next()
      if (address === undefined) {
        progress.end()
        return socket.destroy()
      }
      sentAt = performance.now()
      socket.write(requestOf(address))
    }
    const socket = net.connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => {
          const status = read(buffer as Buffer, length)
          if (status === undefined) return true
          progress.times.push(performance.now() - sentAt)
          if (status !== 200) progress.failed++
          send()
          return true
        },
      },
    })
    socket.once('connect', send).once('error', reject)
    socket.once('close', () =>
      progress.isOver ? resolve() : reject(new Error('The server closed a connection.')),
    )
  })
}

/** Keeps each connection busy with one request after another, for so long. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const begun = performance.now()
  let seconds = options.seconds
  const end = () => {
    if (progress.isOver) return
    progress.isOver = true
    seconds = (performance.now() - begun) / 1000
  }
  const progress: Progress = { times: [], failed: 0, isOver: false, end }
  const timer = setTimeout(end, options.seconds * 1000)
  const connections = Array.from({ length: options.connections }, () =>
    driveConnection(options, progress),
  )
  await Promise.all(connections).finally(() => clearTimeout(timer))
  const times = Float64Array.from(progress.times).sort()
  return {
    perSecond: times.length / seconds,
    requests: times.length,
    failed: progress.failed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: times.at(-1) ?? 0,
  }
}
