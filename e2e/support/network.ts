// What a page meets on its way to the server, as a test wants it: slow, broken, or answering something particular.
import type { Page, Request } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** A call below `/api`: its path, and the method when it matters. */
type Which = { path: RegExp; method?: Method }

const matches = (request: Request, { path, method }: Which) =>
  path.test(new URL(request.url()).pathname) &&
  (method === undefined || request.method() === method)

/** Holds the answers of matching calls back until the returned function is called. */
export async function holdResponses(page: Page, which: Which): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (!matches(route.request(), which)) return route.fallback()
    await gate.promise
    // The page may have given the call up meanwhile.
    await route.fallback().catch(() => {})
  })
  return gate.resolve
}

/** Lets matching calls fail, by the server's fault or for want of a connection, until the returned function is called. */
export async function failRequests(
  page: Page,
  which: Which,
  how: 'fault' | 'connection' = 'fault',
): Promise<() => void> {
  let broken = true
  await page.route('**/api/**', async (route) => {
    if (!broken || !matches(route.request(), which)) return route.fallback()
    if (how === 'connection') return route.abort('connectionfailed')
    await route.fulfill({
      status: 500,
      json: { message: 'Something went wrong', code: 'internal' },
    })
  })
  return () => {
    broken = false
  }
}

type Said = { json: unknown; status?: number; headers?: Record<string, string> }

/** Answers matching calls itself; `times` limits how often, after that the server answers. */
export async function stubResponse(
  page: Page,
  which: Which,
  said: Said,
  times = Number.POSITIVE_INFINITY,
): Promise<void> {
  let left = times
  await page.route('**/api/**', async (route) => {
    if (left <= 0 || !matches(route.request(), which)) return route.fallback()
    left--
    await route.fulfill({ status: 200, ...said })
  })
}

/** Keeps the live connection from coming about. */
export async function blockLiveConnection(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort())
}

/** The calls below `/api` that the page makes from now on, as 'GET /books/shelves'. */
export function recordCalls(page: Page, which: Which = { path: /./ }): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && matches(request, which))
      calls.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  return calls
}

/** Lets the server carry the next matching call out, and loses its answer on the way back. */
export async function loseResponse(page: Page, which: Which): Promise<void> {
  let lost = false
  await page.route('**/api/**', async (route) => {
    if (lost || !matches(route.request(), which)) return route.fallback()
    lost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}
