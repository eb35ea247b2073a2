// The yardstick of the live connection: Socket.IO and nothing else. A message is acknowledged and
// passed on to the other clients of its chat; nobody stores it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

type Input = { chatId: string; message: string; clientId: string }
type Message = Input & { number: number; timestamp: string }
type Events = {
  send_message: (input: Input, callback: (ack: { ok: true; message: Message }) => void) => void
}

const server = createServer()
const io = new Server<Events, { receive_message: (message: Message) => void }>(server, {
  serveClient: false,
})
let messages = 0
io.on('connection', async (socket) => {
  await socket.join(String(socket.handshake.auth.chat))
  socket.on('send_message', (input, callback) => {
    const message = { ...input, number: ++messages, timestamp: new Date().toISOString() }
    socket.to(input.chatId).emit('receive_message', message)
    callback({ ok: true, message })
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`is open on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
