import { readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { photoLimits } from '#contract/common/photos.ts'
import { createApp } from '#server/app.ts'
import { abandonedMs, removeAbandonedFiles } from '#server/platform/storage/file-storage.ts'
import { makeAccount, type TestAccount, testApp } from '#server/testing.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** Starts a server with its own log. `startUpload` begins an upload that never ends. */
async function listen() {
  const { context: testContext } = await testApp()
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const { app } = await createApp({
    ...testContext,
    log,
    database: { ...testContext.database, close: async () => {} },
  })
  closers.push(() => app.close())
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const startUpload = async (account: TestAccount, header = 'Content-Length: 100000') => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (text: Buffer) => {
      received += text
    })
    const headers = `POST /api/books/seller/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n${header}\r\n\r\n`
    const part =
      '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nbeginning'
    socket.write(
      header.startsWith('Transfer')
        ? `${headers}${part.length.toString(16)}\r\n${part}\r\n`
        : headers + part,
    )
    return {
      begun: part.length,
      close: () => socket.destroy(),
      received: () => received,
      send: (text: string) => void socket.write(text),
      isOpen: () => !socket.closed,
    }
  }
  return { app, logged, startUpload }
}

/** Waits until the server has done everything that needs no more input. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 150))

test('a person can have two concurrent uploads; interrupted ones free a slot', async () => {
  const { startUpload, logged } = await listen()
  const [seller, other] = [await makeAccount('seller'), await makeAccount('seller')]
  const [first, second] = [
    await startUpload(seller),
    await startUpload(seller, 'Transfer-Encoding: chunked'),
  ]
  await settle()
  const third = await startUpload(seller)
  await expect
    .poll(third.received)
    .toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 1\r[\s\S]*"code":"too_many_requests"/)
  const elsewhere = await startUpload(other)
  await settle()
  expect([first.received(), second.received(), elsewhere.received()]).toEqual(['', '', ''])
  for (const upload of [first, second, third, elsewhere]) upload.close()
  await settle()
  const again = await startUpload(seller)
  await settle()
  expect(again.received()).toBe('')
  again.close()
  await settle()
  expect(logged).toEqual([])
})

const uploadedFiles = async () => {
  const { context } = await testApp()
  return readdir(path.join(context.config.dataDir, 'uploads')).catch(() => [])
}

test('uploads are on the disk while they arrive, unless they are interrupted', async () => {
  const { startUpload, logged } = await listen()
  const uploads = [
    await startUpload(await makeAccount('seller')),
    await startUpload(await makeAccount('seller'), 'Transfer-Encoding: chunked'),
  ]
  await expect.poll(async () => (await uploadedFiles()).length).toBe(2)
  for (const upload of uploads) upload.close()
  await expect.poll(uploadedFiles).toEqual([])
  expect(logged).toEqual([])
})

test('rejected uploads and those of a killed process are removed', async () => {
  const { app, context } = await testApp()
  const seller = await makeAccount('seller')
  const form = new FormData()
  form.append('images', new File(['no picture'], 'a.jpg'))
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/books/seller/books',
    headers: { authorization: `Bearer ${seller.token}` },
    payload: form,
  })
  expect(statusCode).toBe(400)
  await expect.poll(uploadedFiles).toEqual([])
  const { dataDir } = context.config
  const left = path.join(dataDir, 'uploads', 'left')
  await writeFile(left, 'half')
  await removeAbandonedFiles(path.dirname(left))
  expect(await uploadedFiles()).toEqual(['left'])
  await removeAbandonedFiles(path.dirname(left), Date.now() + 2 * abandonedMs)
  expect(await uploadedFiles()).toEqual([])
})

test('slow uploads don’t block others, however large their Content-Length is', async () => {
  const { startUpload } = await listen()
  const large = `Content-Length: ${6 * photoLimits.bytes}`
  const slow = await Promise.all(
    Array.from({ length: 6 }, async () => startUpload(await makeAccount('seller'), large)),
  )
  await settle()
  const other = await startUpload(await makeAccount('seller'), large)
  await settle()
  expect([...slow, other].map(({ received }) => received())).toEqual(Array(7).fill(''))
  for (const upload of [...slow, other]) upload.close()
})

test('a form with a Content-Length above the maximum is rejected before it is read', async () => {
  const { startUpload } = await listen()
  const upload = await startUpload(
    await makeAccount('seller'),
    `Content-Length: ${8 * photoLimits.bytes}`,
  )
  await expect.poll(upload.received).toMatch(/^HTTP\/1.1 413 /)
  upload.close()
})
