// Stores texts that exist only on this device: drafts and unsent messages. They survive navigation,
// a reload and the end of a session. A logout or another person's login deletes them.
import { createStoredRecords } from './stored-records.ts'

type Draft<T> = { atMs: number; value: T }

const prefix = 'dobara.draft.'
/** The prefix of unsent messages. As with drafts, the writer's id follows it. */
export const outboxPrefix = 'dobara.outbox.'
/** Older drafts are dropped, because their writer no longer expects them. */
export const draftLifetimeMs = 7 * 86_400_000

export const drafts = createStoredRecords<Draft<unknown>>(prefix)
const isExpired = (draft: Draft<unknown> | undefined, nowMs: number) =>
  draft === undefined || nowMs - draft.atMs >= draftLifetimeMs
export const draftId = (writer: string, name: string) => `${writer}.${name}`

export function findDraft<T>(writer: string, name: string, nowMs = Date.now()): T | undefined {
  const draft = drafts.get(draftId(writer, name)) as Draft<T> | undefined
  return isExpired(draft, nowMs) ? undefined : (draft?.value as T | undefined)
}

export const saveDraft = (writer: string, name: string, value: unknown, nowMs = Date.now()): void =>
  drafts.set(draftId(writer, name), { atMs: nowMs, value })

export const deleteDraft = (writer: string, name: string): void =>
  drafts.delete(draftId(writer, name))

if (typeof window !== 'undefined') drafts.clear((_, draft) => isExpired(draft, Date.now()))
