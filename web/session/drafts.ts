// Texts that exist only on this device: drafts and unsent messages. They survive navigation,
// a reload and the end of a session. A logout or another person's login deletes them.
import { createStoredRecords } from './stored-records.ts'

type Draft<T> = { atMs: number; value: T }

const prefix = 'dobara.draft.'
/** The writer's id follows the prefix, as in drafts. */
export const outboxPrefix = 'dobara.outbox.'
/** After this time a draft would surprise its writer. */
const lifetimeMs = 7 * 86_400_000

const drafts = createStoredRecords<Draft<unknown>>(prefix)
const isExpired = (draft: Draft<unknown> | undefined, nowMs: number) =>
  draft === undefined || nowMs - draft.atMs >= lifetimeMs
const idOf = (userId: string, name: string) => `${userId}.${name}`

export function findDraft<T>(userId: string, name: string, nowMs = Date.now()): T | undefined {
  const draft = drafts.get(idOf(userId, name)) as Draft<T> | undefined
  return isExpired(draft, nowMs) ? undefined : (draft?.value as T | undefined)
}

export const saveDraft = (userId: string, name: string, value: unknown, nowMs = Date.now()): void =>
  drafts.set(idOf(userId, name), { atMs: nowMs, value })

export const deleteDraft = (userId: string, name: string): void => drafts.delete(idOf(userId, name))

/** Deletes everybody's unsent texts, except those of the account `exceptOf`. */
export function deleteUnsent(exceptOf?: string): void {
  for (const records of [drafts, createStoredRecords(outboxPrefix)])
    records.clear((id) => exceptOf === undefined || !id.startsWith(`${exceptOf}.`))
  // Loaded only here and by forms with photos, because guests don't need it.
  import('./draft-photos.ts').then(
    ({ deleteDraftPhotos }) => deleteDraftPhotos(exceptOf),
    () => {},
  )
}

if (typeof window !== 'undefined') drafts.clear((_, draft) => isExpired(draft, Date.now()))
