// How many requests a second one server answers, on the demo market: `npm run bench`, in under a minute and a half.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import os from 'node:os'
import path from 'node:path'

const connections = 16
const warmUp = 1000
const measured = 4000

/** Starts a server on a fresh demo market; resolves to its address once it is open. */
async function openServer(dataDir: string) {
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, ['server/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    server.stdout.on('data', (text: Buffer) => {
      said += text
      const [, found] = /is open on (http:\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    server.once('exit', () => reject(new Error('the server ended')))
  })
  return { server, address }
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Asks once and reads the whole answer; gives the milliseconds it took. */
function ask(url: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - begun))
    }).on('error', reject)
  })
}

/** Asks over all connections for so many milliseconds; `url` may give another address each time. */
async function load(url: () => string, milliseconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + milliseconds
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) times.push(await ask(url()))
    }),
  )
  return times
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-bench-'))
const { server, address } = await openServer(dataDir)
try {
  const books = (await (await fetch(`${address}/api/books/buyer/books?limit=200`)).json()) as {
    _id: string
    title: string
  }[]
  let turn = 0
  const another = () => books[turn++ % books.length] ?? { _id: '', title: '' }
  const asked: Record<string, () => string> = {
    'home page': () => `${address}/`,
    'book page': () => `${address}/buyer/book/${another()._id}`,
    '24 newest books': () => `${address}/api/books/buyer/books?limit=24`,
    'one book': () => `${address}/api/books/${another()._id}`,
    // Words in another order each time, so that no two searches in a row are the same.
    search: () =>
      `${address}/api/books/buyer/books?limit=24&search=${encodeURIComponent(another().title.split(' ').toReversed().join(' '))}`,
  }
  const rows: Record<string, object> = {}
  for (const [name, url] of Object.entries(asked)) {
    await load(url, warmUp)
    const times = (await load(url, measured)).sort((one, other) => one - other)
    const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
    rows[name] = {
      'per second': Math.round(times.length / (measured / 1000)),
      'median ms': at(0.5),
      '99 % ms': at(0.99),
    }
  }
  console.table(rows)
} finally {
  agent.destroy()
  server.kill('SIGTERM')
  await once(server, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}
