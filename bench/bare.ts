// Bare servers for comparison: a `node:http` server that sends the responses in a file in turn, and
// a Socket.IO server that relays messages without storing them.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './load.ts'

const [file] = process.argv.slice(2)
const answers = file ? (JSON.parse(readFileSync(file, 'utf8')) as Answer[]) : []
const bodies = answers.map(({ headers, body }) => ({ headers, body: Buffer.from(body) }))
let next = 0
const server = createServer((_, response) => {
  const answer = bodies[next++ % bodies.length]
  response.writeHead(200, answer?.headers).end(answer?.body)
})
if (bodies.length === 0) {
  const { Server } = await import('socket.io')
  new Server(server, { serveClient: false }).on('connection', (socket) => {
    void socket.join(socket.handshake.auth.chat)
    socket.on('send_message', (message, callback) => {
      socket.to(message.chatId).emit('receive_message', message)
      callback({ ok: true })
    })
  })
}
server.listen(0, '127.0.0.1', () => {
  console.log(`is open on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
