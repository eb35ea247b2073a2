// A Socket.IO client over a plain WebSocket: a tenth of the memory and processor time of
// socket.io-client, so that one process can be thousands of people.
import { randomBytes } from 'node:crypto'
import net from 'node:net'

export type Ack = { ok: boolean; code?: string }
export type LiveClient = {
  /** Resolves with the acknowledgement. */
  send: (event: string, payload: unknown) => Promise<Ack>
  onEvent: (event: string, payload: unknown) => void
  close: () => void
}

const textFrame = 0x81
const closeFrame = 8

/** Masked, as clients must, with zeros: the text stays as it is. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  if (body.length >= 65_536) throw new Error('The frame is too long.')
  const head = body.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  head[0] = textFrame
  if (body.length < 126) head[1] = 0x80 | body.length
  else {
    head[1] = 0x80 | 126
    head.writeUInt16BE(body.length, 2)
  }
  return Buffer.concat([head, body])
}

/** The first frame of what has come, and where the next begins; undefined until it is whole. */
function readFrame(data: Buffer): { kind: number; text: string; end: number } | undefined {
  if (data.length < 2) return undefined
  const short = (data[1] as number) & 0x7f
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (data.length < start) return undefined
  const length =
    short === 126 ? data.readUInt16BE(2) : short === 127 ? Number(data.readBigUInt64BE(2)) : short
  const end = start + length
  if (data.length < end) return undefined
  return { kind: (data[0] as number) & 0x0f, text: data.toString('utf8', start, end), end }
}

const handshake = () =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n')

/** Connects with the given `auth`; rejects if the server refuses. */
export function connectLive(port: number, auth: object): Promise<LiveClient> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
    const waiting = new Map<number, (ack: Ack) => void>()
    let lastAck = 0
    let data: Buffer = Buffer.alloc(0)
    let isUpgraded = false
    const write = (text: string) => void socket.write(frameOf(text))
    const client: LiveClient = {
      send: (event, payload) =>
        new Promise((resolve) => {
          const id = ++lastAck
          waiting.set(id, resolve)
          write(`42${id}${JSON.stringify([event, payload])}`)
        }),
      onEvent: () => {},
      close: () => socket.destroy(),
    }
    const handle = (text: string) => {
      if (text === '2') return write('3')
      if (text.startsWith('0')) return write(`40${JSON.stringify(auth)}`)
      if (text.startsWith('40')) return resolve(client)
      if (text.startsWith('44')) return reject(new Error(`Refused: ${text.slice(2)}`))
      const [, kind, id = '', json = ''] = /^4([23])(\d*)([\s\S]*)$/.exec(text) ?? []
      if (kind === undefined) return
      const [first, payload] = JSON.parse(json) as [unknown, unknown]
      if (kind === '2') return client.onEvent(String(first), payload)
      waiting.get(Number(id))?.(first as Ack)
      waiting.delete(Number(id))
    }
    socket.once('connect', () => socket.write(handshake()))
    socket.on('data', (chunk: Buffer) => {
      data = data.length === 0 ? chunk : Buffer.concat([data, chunk])
      if (!isUpgraded) {
        const end = data.indexOf('\r\n\r\n')
        if (end === -1) return
        isUpgraded = true
        data = data.subarray(end + 4)
      }
      for (let frame = readFrame(data); frame; frame = readFrame(data)) {
        data = data.subarray(frame.end)
        if (frame.kind === closeFrame) return socket.destroy()
        handle(frame.text)
      }
    })
    socket.once('error', reject)
    socket.once('close', () => {
      reject(new Error('The connection was closed.'))
      for (const answer of waiting.values()) answer({ ok: false, code: 'closed' })
    })
  })
}
