// Ten people upload five photos of 8 MB at the same time. The server must store them on disk, not
// in memory.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeAccount, otherApp } from '#server/testing.ts'
import { findBrokenRows } from '#server/verify/verify.ts'
import { photoInvariants } from './invariants.ts'
import { makeHeavyPhoto, memoryWithChildren, uploadFive } from './testing-heavy-uploads.ts'

const p95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

test('ten concurrent uploads of 40 MB need little memory and block nobody', async () => {
  const { app, context } = await otherApp({ config: { rateLimit: false } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const photo = await makeHeavyPhoto()
  const sellers = await Promise.all(Array.from({ length: 11 }, () => makeAccount('seller')))
  const [first, ...ten] = sellers
  if (!first) throw new Error('no seller')
  expect(await uploadFive(address, photo, first.token)).toBe(201)
  const timed = async () => {
    const start = performance.now()
    expect((await fetch(`${address}/api/books/buyer/books?limit=24`)).status).toBe(200)
    return performance.now() - start
  }
  const quiet: number[] = []
  for (let count = 0; count < 40; count++) quiet.push(await timed())

  globalThis.gc?.()
  const before = memoryWithChildren(process.pid)
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, memoryWithChildren(process.pid))
  }, 100)
  const uploading = Promise.all(ten.map(({ token }) => uploadFive(address, photo, token)))
  const busy: number[] = []
  let isDone = false
  void uploading.finally(() => {
    isDone = true
  })
  while (!isDone) {
    busy.push(await timed())
    await sleep(20)
  }
  const statuses = await uploading
  clearInterval(sampling)
  console.info(
    `ten uploads of 40 MB: ${statuses.join(' ')}; memory grew by ${Math.round(most - before)} MB; ` +
      `p95 of a list ${p95(quiet).toFixed(0)} ms before, ${p95(busy).toFixed(0)} ms meanwhile`,
  )
  // Uploads that found no free slot are rejected, and can be retried.
  expect(statuses.every((status) => status === 201 || status === 429)).toBe(true)
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(4)
  expect(most - before).toBeLessThan(150)
  const uploads = path.join(context.config.dataDir, 'uploads')
  await expect.poll(() => readdir(uploads)).toEqual([])
  for (const invariant of photoInvariants)
    expect(await findBrokenRows(context.db, invariant)).toEqual([])
}, 240_000)
