// An action that somebody started before logging in. It waits in this tab, survives a reload, and
// is carried out once, on the page where it was started. Guarded pages don't need it: their URL is
// in the login's `next`.
import type { Side } from '#contract/common/endpoint.ts'

/** The form that opens with a new chat. */
export type ChatOpens = 'offer' | 'rent' | 'exchange'

export type PendingActions = {
  chat: { bookId: string; opens?: ChatOpens | undefined }
  report: { subject: 'listing' | 'wanted'; id: string }
  give: { title: string; author: string; isbn?: string | undefined }
  save: { bookId: string }
  'save-search': { filters: Readonly<Record<string, string>> }
}
export type PendingActionKind = keyof PendingActions
/** `path` is the page on which the action is carried out, `side` the role that may do it. */
export type PendingAction = {
  [Kind in PendingActionKind]: {
    kind: Kind
    params: PendingActions[Kind]
    side: Side
    path: string
  }
}[PendingActionKind]

const storageKey = 'dobara.pending-action'
/** After this time the action would surprise the person who logs in. */
const lifetimeMs = 30 * 60_000

type Stored = { action: PendingAction; atMs: number }

// Used if storage is forbidden: the pending action then lasts as long as the page.
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
    // The action lasts as long as the page.
  }
}

export function discardPendingAction(): void {
  memory = undefined
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // If storage is forbidden, nothing was stored either.
  }
}

export function findPendingAction(nowMs = Date.now()): PendingAction | undefined {
  const stored = read()
  return stored && nowMs - stored.atMs < lifetimeMs ? stored.action : undefined
}

/** Takes a pending action of this kind if `isMeant` accepts it, so that it runs once. */
export function takePendingAction<Kind extends PendingActionKind>(
  kind: Kind,
  isMeant: (params: PendingActions[Kind]) => boolean,
): PendingActions[Kind] | undefined {
  const action = findPendingAction()
  if (action?.kind !== kind || !isMeant(action.params as PendingActions[Kind])) return undefined
  discardPendingAction()
  return action.params as PendingActions[Kind]
}
