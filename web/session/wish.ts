// What somebody asked for before they had logged in. It waits in this tab, also through a reload,
// and is carried out once, on the page where they asked. A guarded page that was asked for needs no
// wish: its address is in the login's `next`.
import type { Side } from '#contract/common/endpoint.ts'

export type Wishes = {
  chat: { bookId: string }
  offer: { bookId: string }
  report: { bookId: string }
}
export type WishKind = keyof Wishes
/** `path` is where it is carried out, `side` who may. */
export type Wish = {
  [Kind in WishKind]: { kind: Kind; params: Wishes[Kind]; side: Side; path: string }
}[WishKind]

const storageKey = 'dobara.wish'
/** After this time it would surprise whoever logs in. */
const lifetimeMs = 30 * 60_000

type Stored = { wish: Wish; atMs: number }

// Used where storage is forbidden: the wish then lasts as long as the page.
let memory: Stored | undefined

function read(): Stored | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? memory
  } catch {
    return memory
  }
}

export function saveWish(wish: Wish, nowMs = Date.now()): void {
  memory = { wish, atMs: nowMs }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(memory))
  } catch {
    // It lasts as long as the page.
  }
}

export function forgetWish(): void {
  memory = undefined
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored either.
  }
}

export function waitingWish(nowMs = Date.now()): Wish | undefined {
  const stored = read()
  return stored && nowMs - stored.atMs < lifetimeMs ? stored.wish : undefined
}

/** Takes a waiting wish of this kind if it is meant here, so that nobody carries it out again. */
export function takeWish<Kind extends WishKind>(
  kind: Kind,
  isMeant: (params: Wishes[Kind]) => boolean,
): Wishes[Kind] | undefined {
  const wish = waitingWish()
  if (wish?.kind !== kind || !isMeant(wish.params as Wishes[Kind])) return undefined
  forgetWish()
  return wish.params as Wishes[Kind]
}
