// Ten people upload five photos of 8 MB each, all at once: they lie on the disk, not in memory.
import { readdir } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findViolation } from '#server/platform/database/invariants.ts'
import { makeAccount, otherApp, type TestAccount } from '#server/testing.ts'
import { photoInvariants } from './invariants.ts'

const mb = 1024 * 1024
const fields = {
  title: 'Heavy Photos',
  author: 'An Author',
  branch: 'Fiction',
  original_price: '400',
  bookType: 'new',
}

/** A photo of 8 MB, whose last bytes make each one different for the idempotency only. */
async function heavyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 2400, height: 1800, channels: 3, background: '#888', noise } as const
  const bytes = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
  expect(bytes.length).toBeLessThan(8 * mb)
  return Buffer.concat([bytes, Buffer.alloc(8 * mb - bytes.length)])
}

function* form(photo: Buffer): Generator<Buffer> {
  for (const [name, value] of Object.entries(fields))
    yield Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  for (let index = 0; index < 5; index++) {
    yield Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n',
    )
    for (let at = 0; at < photo.length; at += 65_536) yield photo.subarray(at, at + 65_536)
    yield Buffer.from('\r\n')
  }
  yield Buffer.from('--x--\r\n')
}

function upload(address: string, photo: Buffer, { token }: TestAccount): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
  }
  const options = { method: 'POST', headers, agent: new Agent() }
  const sent = request(`${address}/api/books/seller/books`, options, (response) => {
    response.resume().once('end', () => resolve(response.statusCode ?? 0))
  })
  sent.once('error', reject)
  Readable.from(form(photo)).pipe(sent)
  return promise
}

const p95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

test('ten uploads of five photos of 8 MB at once take little memory, and others are served', async () => {
  const { app, context } = await otherApp({ config: { rateLimit: false } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const photo = await heavyPhoto()
  const sellers = await Promise.all(Array.from({ length: 11 }, () => makeAccount('seller')))
  const [first, ...ten] = sellers
  if (!first) throw new Error('no seller')
  expect(await upload(address, photo, first)).toBe(201)
  const timed = async () => {
    const start = performance.now()
    expect((await fetch(`${address}/api/books/buyer/books?limit=24`)).status).toBe(200)
    return performance.now() - start
  }
  const quiet: number[] = []
  for (let count = 0; count < 40; count++) quiet.push(await timed())

  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const uploading = Promise.all(ten.map((seller) => upload(address, photo, seller)))
  const busy: number[] = []
  let isOver = false
  void uploading.finally(() => {
    isOver = true
  })
  while (!isOver) {
    busy.push(await timed())
    await sleep(20)
  }
  const statuses = await uploading
  clearInterval(sampling)
  console.info(
    `ten uploads of 40 MB: ${statuses.join(' ')}; memory grew by ${Math.round((most - before) / mb)} MB; ` +
      `p95 of a list ${p95(quiet).toFixed(0)} ms before, ${p95(busy).toFixed(0)} ms meanwhile`,
  )
  // Who comes when no room is left is told to come back.
  expect(statuses.every((status) => status === 201 || status === 429)).toBe(true)
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(4)
  expect(most - before).toBeLessThan(150 * mb)
  const uploads = path.join(context.config.dataDir, 'uploads')
  await expect.poll(() => readdir(uploads)).toEqual([])
  for (const invariant of photoInvariants)
    expect(await findViolation(context.db, invariant)).toBeUndefined()
}, 240_000)
