// Caches the app and the data that was read last, for offline use, and shows push messages.
// scripts/build-web.ts strips this file's types and defines `build`.
const worker = self as unknown as ServiceWorkerGlobalScope
declare const build: { version: string; files: string[]; needed: string[] }

/**
 * Caches with this prefix contain what a person has read, and are deleted when the session ends
 * (web/session/offline-data.ts). Caches named after the version are deleted with the next build.
 */
const privatePrefix = 'seen '
const cacheNames = {
  needed: `needed ${build.version}`,
  shell: `shell ${build.version}`,
  files: 'files',
  pages: `${privatePrefix}pages ${build.version}`,
  photos: `${privatePrefix}photos`,
  data: `${privatePrefix}data`,
} as const
type CacheKind = keyof typeof cacheNames
const maxEntries: Record<CacheKind, number> = {
  needed: 20,
  shell: 40,
  pages: 60,
  files: 400,
  photos: 400,
  data: 120,
}

const maxWaitMs = 6000
const offlinePage = '/offline.html'

/** Whether the HTML of a page contains no data, and so is the same for all query strings. */
const isAccountPage = ({ pathname }: URL) =>
  /^\/(?:seller|admin)\/|^\/buyer\/(?:orders|wishlist|exchanges|chats|profile)/.test(pathname)

function cacheKindOf(request: Request): CacheKind | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return undefined
  if (request.mode === 'navigate') return url.pathname.startsWith('/api/') ? undefined : 'pages'
  if (build.needed.includes(url.pathname)) return 'needed'
  if (url.pathname.startsWith('/assets/')) return 'files'
  if (url.pathname.startsWith('/photos/')) return 'photos'
  // Of the API's responses, only those about books are cached, because most others are private.
  if (url.pathname.startsWith('/api/books/') && !url.pathname.startsWith('/api/books/seller'))
    return 'data'
  return undefined
}

async function withoutPermissions(response: Response): Promise<Response> {
  return Response.json({ ...((await response.json()) as object), can: [] })
}

/**
 * Returns the key of a cached page. Undefined for a page with a query string that changes it, such
 * as search results, because such pages aren't cached.
 */
function pageKey(address: string): string | undefined {
  const url = new URL(address)
  if (url.search === '') return url.href
  return isAccountPage(url) ? url.origin + url.pathname : undefined
}

/**
 * Caches a page's scripts and styles. If one of them is missing, the page reloads again and again.
 */
async function cacheFilesOf(page: Response, requestGeneration: number): Promise<void> {
  const files = await caches.open(cacheNames.files)
  const paths = new Set(
    [...(await page.text()).matchAll(/"(\/assets\/[^"\\?#]+)"/g)].map(([, path = '']) => path),
  )
  for (const path of paths) {
    const url = new URL(path, worker.location.origin).href
    if (!(await files.match(url))) await save('files', url, await fetch(url), requestGeneration)
  }
}

const pageCacheKind = async (key: string): Promise<CacheKind> =>
  (await (await caches.open(cacheNames.shell)).match(key)) ? 'shell' : 'pages'

/**
 * Counts deletions of private data. It can start at 0 after each start of the worker, because no
 * request is pending then.
 */
let generation = 0

async function save(
  requestedKind: CacheKind,
  address: string,
  response: Response,
  requestGeneration: number,
): Promise<void> {
  const isPage = requestedKind === 'pages' || requestedKind === 'shell'
  const key = isPage ? pageKey(address) : address
  if (key === undefined || !response.ok || response.redirected || response.type !== 'basic') return
  const isBook = /^\/api\/books\/[0-9a-f-]{36}$/.test(new URL(key).pathname)
  const saved = isBook ? await withoutPermissions(response) : response
  if (isPage) await cacheFilesOf(saved.clone(), requestGeneration)
  const kind = requestedKind === 'pages' ? await pageCacheKind(key) : requestedKind
  const cache = await caches.open(cacheNames[kind])
  // The response to a request from before a logout must not be cached. A logout after this point
  // deletes the whole cache.
  if (cacheNames[kind].startsWith(privatePrefix) && requestGeneration !== generation) return
  await cache.delete(key)
  await cache.put(key, saved)
  const keys = await cache.keys()
  for (const oldest of keys.slice(0, Math.max(0, keys.length - maxEntries[kind])))
    await cache.delete(oldest)
}

async function findCached(kind: CacheKind, request: Request): Promise<Response | undefined> {
  const key = kind === 'pages' ? pageKey(request.url) : request.url
  if (key === undefined) return undefined
  const cacheKind = kind === 'pages' ? await pageCacheKind(key) : kind
  return (await caches.open(cacheNames[cacheKind])).match(key)
}

async function cacheFirst(kind: CacheKind, request: Request): Promise<Response> {
  const cached = await findCached(kind, request)
  if (cached) return cached
  const requestGeneration = generation
  const response = await fetch(request)
  void save(kind, request.url, response.clone(), requestGeneration)
  return response
}

async function networkFirst(kind: CacheKind, request: Request): Promise<Response> {
  const requestGeneration = generation
  const fetched = fetch(request).then((response) => {
    void save(kind, request.url, response.clone(), requestGeneration)
    return response
  })
  const cached = await findCached(kind, request)
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs))
  try {
    return (
      (await (cached ? Promise.race([fetched, timeout]) : fetched)) ?? cached ?? (await fetched)
    )
  } catch (error) {
    fetched.catch(() => {})
    const fallback = cached ?? (kind === 'pages' ? await caches.match(offlinePage) : undefined)
    if (fallback) return fallback
    throw error
  }
}

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheNames.needed).then((cache) => cache.addAll(build.needed)))
  void worker.skipWaiting()
})

worker.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    const current = Object.values(cacheNames) as string[]
    for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name)
    const files = await caches.open(cacheNames.files)
    for (const request of await files.keys())
      if (!build.files.includes(new URL(request.url).pathname)) await files.delete(request)
    await worker.clients.claim()
  }
  event.waitUntil(deleteOldCaches())
})

worker.addEventListener('fetch', (event) => {
  const kind = cacheKindOf(event.request)
  if (kind === 'needed' || kind === 'files' || kind === 'photos')
    event.respondWith(cacheFirst(kind, event.request))
  else if (kind) event.respondWith(networkFirst(kind, event.request))
})

/** Pages ask the worker to cache pages and files and, after a logout, to delete private data. */
worker.addEventListener('message', (event) => {
  const {
    pages = [],
    files = [],
    forget = false,
  } = event.data as { pages?: string[]; files?: string[]; forget?: boolean }
  const handleMessage = async () => {
    if (forget) {
      generation++
      for (const name of await caches.keys())
        if (name.startsWith(privatePrefix)) await caches.delete(name)
    }
    for (const [kind, paths] of [
      ['files', files],
      ['shell', pages],
    ] as const)
      for (const path of paths) {
        const url = new URL(path, worker.location.origin).href
        const cache = await caches.open(cacheNames[kind])
        if (await cache.match(url)) continue
        const response = await fetch(url, { credentials: 'same-origin' })
        await save(kind, url, response, generation).catch(() => {})
      }
  }
  event.waitUntil(handleMessage().catch(() => {}))
})

/** The payload that server/notifications/push.ts sends. */
type PushPayload = { title: string; body: string; path: string }

/** Whether one of our pages is visible and shows the event itself. */
async function isOnScreen(): Promise<boolean> {
  const pages = await worker.clients.matchAll({ type: 'window' })
  return pages.some((page) => page.visibilityState === 'visible')
}

async function showPush({ title, body, path }: PushPayload): Promise<void> {
  // Always shows a notification, because browsers revoke the permission if a push shows nothing.
  await worker.registration.showNotification(title, {
    // The next notification about the same page replaces this one.
    tag: path,
    body,
    silent: await isOnScreen(),
    icon: '/icon-192.png',
    data: { path },
  })
}

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(event.data.json() as PushPayload))
})

async function openPath(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin).href
  const [page] = await worker.clients.matchAll({ type: 'window' })
  // `navigate` fails for pages that this worker doesn't control.
  const moved = await page?.navigate(url).catch(() => null)
  await (moved ? moved.focus() : worker.clients.openWindow(url))
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath((event.notification.data as { path: string }).path))
})
