// What somebody asked for before they had logged in. It waits in this tab, also through a reload,
// and is carried out once, on the page where they asked. A guarded page that was asked for needs
// none: its address is in the login's `next`.
import type { Side } from '#contract/common/endpoint.ts'

/** What a chat is opened to make. */
export type ChatOpens = 'offer' | 'rent' | 'exchange'

export type PendingActions = {
  chat: { bookId: string; opens?: ChatOpens | undefined }
  report: { subject: 'listing' | 'wanted'; id: string }
  give: { title: string; author: string; isbn?: string | undefined }
  save: { bookId: string }
  'save-search': { filters: Readonly<Record<string, string>> }
}
export type PendingActionKind = keyof PendingActions
/** `path` is where it is carried out, `side` who may. */
export type PendingAction = {
  [Kind in PendingActionKind]: {
    kind: Kind
    params: PendingActions[Kind]
    side: Side
    path: string
  }
}[PendingActionKind]

const storageKey = 'dobara.pending-action'
/** After this time it would surprise whoever logs in. */
const lifetimeMs = 30 * 60_000

type Stored = { action: PendingAction; atMs: number }

// Used where storage is forbidden: the pending action then lasts as long as the page.
let memory: Stored | undefined

function read(): Stored | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? memory
  } catch {
    return memory
  }
}

export function savePendingAction(action: PendingAction, nowMs = Date.now()): void {
  memory = { action, atMs: nowMs }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(memory))
  } catch {
    // It lasts as long as the page.
  }
}

export function discardPendingAction(): void {
  memory = undefined
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored either.
  }
}

export function findPendingAction(nowMs = Date.now()): PendingAction | undefined {
  const stored = read()
  return stored && nowMs - stored.atMs < lifetimeMs ? stored.action : undefined
}

/** Takes a pending action of this kind if it is meant here, so that nobody carries it out again. */
export function takePendingAction<Kind extends PendingActionKind>(
  kind: Kind,
  isMeant: (params: PendingActions[Kind]) => boolean,
): PendingActions[Kind] | undefined {
  const action = findPendingAction()
  if (action?.kind !== kind || !isMeant(action.params as PendingActions[Kind])) return undefined
  discardPendingAction()
  return action.params as PendingActions[Kind]
}
