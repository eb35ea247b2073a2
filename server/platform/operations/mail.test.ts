import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createMail } from './mail.ts'

async function startMailServer(rejectsRecipients = false) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        received.push(line)
        if (isData && line !== '.') continue
        const starts = !isData && line.startsWith('DATA')
        if (line.startsWith('RCPT') && rejectsRecipients) socket.write('550 nobody here\r\n')
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
  return { url: `smtp://127.0.0.1:${port}`, received, close }
}

const log = createLog('silent')
const from = 'Dobara <no-reply@books.example.org>'
const mail = {
  to: 'asha@example.com',
  subject: 'A subject',
  text: 'Line one\n\nhttps://books.example.org/reset-password#token\n',
}

test('without a mail server no email can be sent', () => {
  expect(createMail({ mail: undefined }, log)).toBeUndefined()
})

test('an email is sent as plain text to one recipient', async () => {
  const { url, received, close } = await startMailServer()
  await createMail({ mail: { url, from } }, log)?.(mail)
  close()
  expect(received.filter((line) => line.startsWith('MAIL') || line.startsWith('RCPT'))).toEqual([
    'MAIL FROM:<no-reply@books.example.org>',
    'RCPT TO:<asha@example.com>',
  ])
  expect(received).toEqual(
    expect.arrayContaining([
      'Subject: A subject',
      'To: asha@example.com',
      'https://books.example.org/reset-password#token',
    ]),
  )
  expect(received.find((line) => line.startsWith('Content-Type'))).toMatch(
    /^Content-Type: text\/plain/,
  )
})

test('a rejected email is an error, and an unreachable server is logged', async () => {
  const { url, close } = await startMailServer(true)
  await expect(createMail({ mail: { url, from } }, log)?.(mail)).rejects.toThrow('nobody here')
  close()
  const warned = new Promise((resolve) => {
    const warningLog = {
      ...log,
      warn: (_: unknown, text: string) => resolve(text),
    } as unknown as typeof log
    createMail({ mail: { url, from } }, warningLog)
  })
  expect(await warned).toBe('SMTP_URL: the mail server does not answer as it should')
})
