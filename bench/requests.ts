// How many requests a second one server answers, on the demo market: `npm run bench`, in under a
// minute and a half.
import { Agent, get } from 'node:http'
import { startDemoServer } from '#scripts/demo-server.ts'

const connections = 16
const warmUpMs = 1000
const measuredMs = 4000

const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Requests a URL and reads the whole response; resolves to the milliseconds it took. */
function request(url: string): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - start))
    }).on('error', reject)
  })
}

/** Sends requests over all connections for so long; `nextUrl` may return another URL each time. */
async function load(nextUrl: () => string, milliseconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + milliseconds
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) times.push(await request(nextUrl()))
    }),
  )
  return times
}

const { url, close } = await startDemoServer()
try {
  const response = await fetch(`${url}/api/books/buyer/books?limit=200`)
  const books = (await response.json()) as { _id: string; title: string }[]
  let index = 0
  const nextBook = () => books[index++ % books.length] ?? { _id: '', title: '' }
  const shuffledTitle = () => nextBook().title.split(' ').toReversed().join(' ')
  const urls: Record<string, () => string> = {
    'home page': () => `${url}/`,
    'book page': () => `${url}/buyer/book/${nextBook()._id}`,
    '24 newest books': () => `${url}/api/books/buyer/books?limit=24`,
    'one book': () => `${url}/api/books/${nextBook()._id}`,
    // Words in another order each time, so that no response is cached.
    search: () =>
      `${url}/api/books/buyer/books?limit=24&search=${encodeURIComponent(shuffledTitle())}`,
  }
  const rows: Record<string, object> = {}
  for (const [name, nextUrl] of Object.entries(urls)) {
    await load(nextUrl, warmUpMs)
    const times = (await load(nextUrl, measuredMs)).sort((a, b) => a - b)
    const percentile = (share: number) =>
      Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
    rows[name] = {
      'per second': Math.round(times.length / (measuredMs / 1000)),
      'median ms': percentile(0.5),
      '99 % ms': percentile(0.99),
    }
  }
  console.table(rows)
} finally {
  agent.destroy()
  await close()
}
