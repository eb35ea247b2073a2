// Makes requests slow or failing, or stubs their responses.
import type { Page, Request } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/**
 * Matches requests below `/api` by path and method. If the method is missing, any method matches.
 */
export type RequestFilter = { path: RegExp; method?: Method }

const matches = (request: Request, { path, method }: RequestFilter) =>
  path.test(new URL(request.url()).pathname) &&
  (method === undefined || request.method() === method)

/**
 * Delays matching requests until the returned function is called. Call this after `failRequests`,
 * because Playwright applies the newest matching rule first.
 */
export async function holdResponses(page: Page, filter: RequestFilter): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (!matches(route.request(), filter)) return route.fallback()
    await gate.promise
    // The page may have aborted the request while it was held.
    await route.fallback().catch(() => {})
  })
  return gate.resolve
}

/**
 * Skips the delays of one and two seconds before a page retries a failed read. Use this only for
 * reads that fail until the test lets them succeed.
 */
export async function skipRetryDelays(page: Page): Promise<void> {
  const skip = () => {
    const wait = window.setTimeout
    window.setTimeout = ((run: TimerHandler, ms?: number, ...args: unknown[]) =>
      wait(run, ms === 1000 || ms === 2000 ? 0 : ms, ...args)) as typeof window.setTimeout
  }
  await page.addInitScript(skip)
  await page.evaluate(skip)
}

export async function failRequests(
  page: Page,
  filter: RequestFilter,
  failure: 'server-error' | 'connection' = 'server-error',
): Promise<() => void> {
  let isFailing = true
  await page.route('**/api/**', async (route) => {
    if (!isFailing || !matches(route.request(), filter)) return route.fallback()
    if (failure === 'connection') return route.abort('connectionfailed')
    await route.fulfill({
      status: 500,
      json: { message: 'Something went wrong', code: 'internal' },
    })
  })
  return () => {
    isFailing = false
  }
}

/** Makes matching reads and their retries fail, without delays between them. */
export async function failReads(...args: Parameters<typeof failRequests>): Promise<() => void> {
  await skipRetryDelays(args[0])
  return failRequests(...args)
}

type StubbedResponse = { json: unknown; status?: number; headers?: Record<string, string> }

/** Stubs the response to the first `times` matching requests. The rest go to the server. */
export async function stubResponse(
  page: Page,
  filter: RequestFilter,
  response: StubbedResponse,
  times = Number.POSITIVE_INFINITY,
): Promise<void> {
  let left = times
  await page.route('**/api/**', async (route) => {
    if (left <= 0 || !matches(route.request(), filter)) return route.fallback()
    left--
    await route.fulfill({ status: 200, ...response })
  })
}

/** Resolves when the page's live connection is accepted. Later events reach the page. */
export async function waitForLive(page: Page): Promise<void> {
  const letIn = '40{"sid"'
  const has = (text: string) => text.includes(letIn)
  await Promise.race([
    page.waitForResponse(
      async (response) =>
        response.url().includes('/socket.io/') && has(await response.text().catch(() => '')),
    ),
    page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => has(String(payload))),
      ),
  ])
}

export async function blockLiveConnection(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort())
}

/** Records requests below `/api` from now on ('GET /books/shelves'). The list grows. */
export function recordCalls(page: Page, filter: RequestFilter = { path: /./ }): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && matches(request, filter))
      calls.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  return calls
}

/** Passes the next matching request to the server, and drops the response. */
export async function loseResponse(page: Page, filter: RequestFilter): Promise<void> {
  let isLost = false
  await page.route('**/api/**', async (route) => {
    if (isLost || !matches(route.request(), filter)) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}
