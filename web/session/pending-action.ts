// An action that a person started before logging in. It is stored in this tab, survives a reload,
// and is carried out once, on the page where it was started. Guarded pages don't need it, because
// the login's `next` has their URL.
import type { Side } from '#contract/common/endpoint.ts'
import { createStoredValue } from './stored-text.ts'

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
/**
 * `path` is the page on which the action is carried out, and `side` the role that may carry it out.
 */
export type PendingAction = {
  [Kind in PendingActionKind]: {
    kind: Kind
    params: PendingActions[Kind]
    side: Side
    path: string
  }
}[PendingActionKind]

/** Older actions are dropped, because the person who logs in no longer expects them. */
const lifetimeMs = 30 * 60_000

type Stored = { action: PendingAction; atMs: number }

const stored = createStoredValue(
  'dobara.pending-action',
  (json) => json as Stored | undefined,
  'sessionStorage',
)

export const savePendingAction = (action: PendingAction, nowMs = Date.now()): void =>
  stored.set({ action, atMs: nowMs })

export const discardPendingAction = (): void => stored.set(undefined)

export function findPendingAction(nowMs = Date.now()): PendingAction | undefined {
  const found = stored.get()
  return found && nowMs - found.atMs < lifetimeMs ? found.action : undefined
}

/**
 * Returns and removes the pending action, if it is of this kind and `matches` accepts it. So it
 * runs only once.
 */
export function takePendingAction<Kind extends PendingActionKind>(
  kind: Kind,
  matches: (params: PendingActions[Kind]) => boolean,
): PendingActions[Kind] | undefined {
  const action = findPendingAction()
  if (action?.kind !== kind || !matches(action.params as PendingActions[Kind])) return undefined
  discardPendingAction()
  return action.params as PendingActions[Kind]
}
