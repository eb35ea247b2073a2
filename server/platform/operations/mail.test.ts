import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createMail } from './mail.ts'

/** A mail server that takes what it is told, as far as SMTP asks for. */
async function mailbox(refusing = false) {
  const said: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        said.push(line)
        if (isData && line !== '.') continue
        const starts = !isData && line.startsWith('DATA')
        if (line.startsWith('RCPT') && refusing) socket.write('550 nobody here\r\n')
        else socket.write(starts ? '354 go on\r\n' : '250 ok\r\n')
        isData = starts
      }
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://127.0.0.1:${port}`, said, close }
}

const log = createLog('silent')
const from = 'Dobara <no-reply@books.example.org>'
const mail = {
  to: 'asha@example.com',
  subject: 'A subject',
  text: 'Line one\n\nhttps://books.example.org/reset-password#token\n',
}

test('without a mail server there is no way to send', () => {
  expect(createMail({ mail: undefined }, log)).toBeUndefined()
})

test('a mail comes to the mail server as plain text, to one recipient', async () => {
  const { url, said, close } = await mailbox()
  await createMail({ mail: { url, from } }, log)?.(mail)
  close()
  expect(said.filter((line) => line.startsWith('MAIL') || line.startsWith('RCPT'))).toEqual([
    'MAIL FROM:<no-reply@books.example.org>',
    'RCPT TO:<asha@example.com>',
  ])
  expect(said).toEqual(
    expect.arrayContaining([
      'Subject: A subject',
      'To: asha@example.com',
      'https://books.example.org/reset-password#token',
    ]),
  )
  expect(said.find((line) => line.startsWith('Content-Type'))).toMatch(/^Content-Type: text\/plain/)
})

test('a mail that is not taken is a fault, and so is a server that is not there', async () => {
  const { url, close } = await mailbox(true)
  await expect(createMail({ mail: { url, from } }, log)?.(mail)).rejects.toThrow('nobody here')
  close()
  const warned = new Promise((resolve) => {
    const told = {
      ...log,
      warn: (_: unknown, text: string) => resolve(text),
    } as unknown as typeof log
    createMail({ mail: { url, from } }, told)
  })
  expect(await warned).toBe('SMTP_URL: the mail server does not answer as it should')
})
