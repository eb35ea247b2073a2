// Uploads five photos of 8 MB in one request, for tests and the benchmark.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import sharp from 'sharp'

const mb = 1024 * 1024
const fields = {
  title: 'Heavy Photos',
  author: 'An Author',
  branch: 'Fiction',
  original_price: '400',
  bookType: 'new',
}

/** Creates a photo of noise, followed by zeros up to 8 MB. */
export async function makeHeavyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 2400, height: 1800, channels: 3, background: '#888', noise } as const
  const bytes = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
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

/** Lists a book with five photos over a connection of its own. Returns the status. */
export function uploadFive(address: string, photo: Buffer, token: string): Promise<number> {
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

/**
 * Returns the memory of a process and its children (the encoders), in megabytes. Counts a share of
 * shared memory (`Pss` in https://docs.kernel.org/filesystems/proc.html).
 */
export function memoryWithChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const kilobytesOf = (each: number): number => {
    try {
      const memory = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1])
    } catch {
      // The child process has just ended.
      return 0
    }
  }
  const all = [pid, ...children.filter((child) => child !== '').map(Number)]
  return all.reduce((sum, each) => sum + kilobytesOf(each), 0) / 1024
}
