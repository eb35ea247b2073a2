// Keeps the shell and what was seen last readable without a connection. scripts/build-web.ts strips the types and fills `build` in.
const worker = self as unknown as ServiceWorkerGlobalScope
/** This build: a name that changes with any of its files, their addresses, and those of what is there from the start. */
declare const build: { version: string; files: string[]; needed: string[] }

/**
 * Pages belong to a build; what their names or the server say never changes is kept across builds. What tells of its
 * reader, down to which books they looked at, is named as `seen`: it goes when their session ends (web/session/seen-data.ts).
 */
const seen = 'seen '
const names = {
  needed: `needed ${build.version}`,
  shell: `shell ${build.version}`,
  files: 'files',
  pages: `${seen}pages ${build.version}`,
  photos: `${seen}photos`,
  data: `${seen}data`,
} as const
type Kind = keyof typeof names
/** The most entries of each kind; those fetched longest ago go first. */
const most: Record<Kind, number> = {
  needed: 10,
  shell: 40,
  pages: 60,
  files: 400,
  photos: 400,
  data: 120,
}

/** How long a page or an answer may take before what was kept stands in for it. */
const patienceMs = 6000
const offlinePage = '/offline.html'

/** Pages whose HTML is the same whatever their query says: their content comes with the person's own calls. */
const isPrivate = ({ pathname }: URL) =>
  /^\/(?:seller|admin)\/|^\/buyer\/(?:orders|chats|profile)/.test(pathname)

function kindOf(request: Request): Kind | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return undefined
  if (request.mode === 'navigate') return url.pathname.startsWith('/api/') ? undefined : 'pages'
  if (build.needed.includes(url.pathname)) return 'needed'
  if (url.pathname.startsWith('/assets/')) return 'files'
  if (url.pathname.startsWith('/photos/')) return 'photos'
  // Books are public; whatever else the API answers belongs to one person, and is not kept.
  if (url.pathname.startsWith('/api/books/') && !url.pathname.startsWith('/api/books/seller'))
    return 'data'
  return undefined
}

/** A book without what the person who asked may do with it. */
async function asEveryoneSees(answer: Response): Promise<Response> {
  return Response.json({ ...((await answer.json()) as object), can: [] })
}

/** Under which address a page is kept; none under what was searched for. */
function pageKey(address: string): string | undefined {
  const url = new URL(address)
  if (url.search === '') return url.href
  return isPrivate(url) ? url.origin + url.pathname : undefined
}

/** Keeps the scripts and styles of a page: without one of them it would load itself again and again. */
async function keepFilesOf(page: Response, since: number): Promise<void> {
  const files = await caches.open(names.files)
  const paths = new Set(
    [...(await page.text()).matchAll(/"(\/assets\/[^"\\?#]+)"/g)].map(([, path = '']) => path),
  )
  for (const path of paths) {
    const url = new URL(path, worker.location.origin).href
    if (!(await files.match(url))) await keep('files', url, await fetch(url), since)
  }
}

/** Where a page is kept: a page of the shell stays one. */
const pageKind = async (key: string): Promise<Kind> =>
  (await (await caches.open(names.shell)).match(key)) ? 'shell' : 'pages'

/** Keeps an answer; `since` tells how often all had been forgotten when it was asked for. */
async function keep(asked: Kind, address: string, given: Response, since: number): Promise<void> {
  const isPage = asked === 'pages' || asked === 'shell'
  const key = isPage ? pageKey(address) : address
  if (key === undefined || !given.ok || given.redirected || given.type !== 'basic') return
  const isBook = /^\/api\/books\/[0-9a-f-]{36}$/.test(new URL(key).pathname)
  const answer = isBook ? await asEveryoneSees(given) : given
  if (isPage) await keepFilesOf(answer.clone(), since)
  const kind = asked === 'pages' ? await pageKind(key) : asked
  const cache = await caches.open(names[kind])
  // Asked before a logout, and come after it. What is deleted from here on takes this cache along.
  if (names[kind].startsWith(seen) && since !== forgotten) return
  // Put anew, so that it counts as the youngest.
  await cache.delete(key)
  await cache.put(key, answer)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - most[kind]))) await cache.delete(old)
}

async function kept(kind: Kind, request: Request): Promise<Response | undefined> {
  const key = kind === 'pages' ? pageKey(request.url) : request.url
  if (key === undefined) return undefined
  return (await caches.open(names[kind === 'pages' ? await pageKind(key) : kind])).match(key)
}

/** How often what was seen had to be forgotten; no answer is under way any more when the worker starts anew at 0. */
let forgotten = 0

/** What never changes under its name. */
async function keptFirst(kind: Kind, request: Request): Promise<Response> {
  const known = await kept(kind, request)
  if (known) return known
  const since = forgotten
  const answer = await fetch(request)
  void keep(kind, request.url, answer.clone(), since)
  return answer
}

/** The server's answer; what was kept, when the server can't be reached or takes too long. */
async function freshFirst(kind: Kind, request: Request): Promise<Response> {
  const since = forgotten
  const asked = fetch(request).then((answer) => {
    void keep(kind, request.url, answer.clone(), since)
    return answer
  })
  const known = await kept(kind, request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  try {
    return (await (known ? Promise.race([asked, late]) : asked)) ?? known ?? (await asked)
  } catch (error) {
    asked.catch(() => {})
    const instead = known ?? (kind === 'pages' ? await caches.match(offlinePage) : undefined)
    if (instead) return instead
    throw error
  }
}

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(names.needed).then((cache) => cache.addAll(build.needed)))
  void worker.skipWaiting()
})

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    const current = Object.values(names) as string[]
    for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name)
    const files = await caches.open(names.files)
    for (const request of await files.keys())
      if (!build.files.includes(new URL(request.url).pathname)) await files.delete(request)
    await worker.clients.claim()
  }
  event.waitUntil(tidy())
})

worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request)
  if (kind === 'needed' || kind === 'files' || kind === 'photos')
    event.respondWith(keptFirst(kind, event.request))
  else if (kind) event.respondWith(freshFirst(kind, event.request))
})

/**
 * The page names the pages of the person's area, and what it has already loaded itself, to be there without a connection;
 * and it says when somebody has logged out, and what they have seen is nobody else's business.
 */
worker.addEventListener('message', (event) => {
  const {
    pages = [],
    files = [],
    forget = false,
  } = event.data as { pages?: string[]; files?: string[]; forget?: boolean }
  const fetchAll = async () => {
    if (forget) {
      forgotten++
      for (const name of await caches.keys()) if (name.startsWith(seen)) await caches.delete(name)
    }
    for (const [kind, paths] of [
      ['files', files],
      ['shell', pages],
    ] as const)
      for (const path of paths) {
        const url = new URL(path, worker.location.origin).href
        const cache = await caches.open(names[kind])
        if (await cache.match(url)) continue
        await keep(kind, url, await fetch(url, { credentials: 'same-origin' }), forgotten).catch(
          () => {},
        )
      }
  }
  event.waitUntil(fetchAll().catch(() => {}))
})
