import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os, { getPriority } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { idleEncoderMs } from '#server/photos/encoding/encoders.ts'
import { encodePhoto } from './queue-encoding.ts'

afterEach(() => {
  vi.useRealTimers()
})

const small = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()

const readProcess = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the ids of a process's encoder processes. */
const encodersOf = (parent: number | undefined): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const [, parentOf] = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? []
      return Number(parentOf) === parent && readProcess(pid, 'cmdline').includes('encoder.ts')
    })

test('photos are encoded at low priority, in a process without the server’s settings', async () => {
  await encodePhoto(small)
  const [pid = 0] = encodersOf(process.pid)
  expect(getPriority(pid)).toBeGreaterThan(0)
  expect(readProcess(pid, 'environ')).not.toMatch(/PATH|DATABASE|TOKEN/)
  // Threads inherit the low priority only if they start after it is set.
  const threads = readdirSync(`/proc/${pid}/task`).map(Number)
  expect(threads.map((thread) => getPriority(thread) > 0)).not.toContain(false)
})

test('a crashing decoder rejects its photo, and the next one is encoded', async () => {
  await encodePhoto(small)
  const encoders = encodersOf(process.pid)
  // Stopping an encoder makes sure that it is killed in the middle of its photo.
  for (const pid of encoders) process.kill(pid, 'SIGSTOP')
  const refused = expect(encodePhoto(small)).rejects.toMatchObject({
    code: 'image_unreadable',
    status: 400,
  })
  const next = encodePhoto(small)
  await sleep(200)
  for (const pid of encoders) process.kill(pid, 'SIGKILL')
  await refused
  await expect(next).resolves.toMatchObject({ width: 60, height: 40 })
})

test('an idle encoder ends after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await encodePhoto(small)
  expect(encodersOf(process.pid)).not.toEqual([])
  vi.advanceTimersByTime(idleEncoderMs)
  vi.useRealTimers()
  await expect.poll(() => encodersOf(process.pid)).toEqual([])
  await expect(encodePhoto(small)).resolves.toMatchObject({ width: 60 })
})

test('a killed encoder gets no photo', async () => {
  await encodePhoto(small)
  const encoders = encodersOf(process.pid)
  for (const pid of encoders) process.kill(pid, 'SIGKILL')
  // Exiting takes a while on a busy machine.
  await expect.poll(() => encoders.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  await expect(encodePhoto(small)).resolves.toMatchObject({ width: 60 })
})

async function startServer(photo: string, isKept: boolean) {
  const program = `
    import { encodePhoto } from '#server/photos/encoding/queue-encoding.ts'
    const encoding = encodePhoto(${JSON.stringify(photo)})
    ${isKept ? 'await encoding' : ''}
    console.log('encoding')
    setInterval(() => {}, 1000)`
  const server = execFile(process.execPath, ['--input-type=module', '--eval', program])
  await once(server.stdout as Readable, 'data')
  await expect.poll(() => encodersOf(server.pid).length).toBe(1)
  const [pid = 0] = encodersOf(server.pid)
  return { server, pid }
}

const secondsOf = (pid: number): number => {
  const [user, system] = readProcess(pid, 'stat').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'encoders-'))
afterAll(() => rm(folder, { recursive: true }))

test('an encoder ignores signals, because the server decides when it ends', async () => {
  const photo = path.join(folder, 'small.jpg')
  await writeFile(photo, small)
  const { server, pid } = await startServer(photo, true)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal)
  await sleep(200)
  expect(encodersOf(server.pid)).toEqual([pid])
  server.kill('SIGKILL')
  await expect.poll(() => readProcess(pid, 'cmdline')).toBe('')
})

test('an encoder in the middle of a photo ends with the server', async () => {
  const photo = path.join(import.meta.dirname, '24-megapixels.heic')
  const { server, pid } = await startServer(photo, false)
  await expect.poll(() => secondsOf(pid)).toBeGreaterThan(0.6)
  server.kill('SIGKILL')
  await expect.poll(() => readProcess(pid, 'cmdline')).toBe('')
})
