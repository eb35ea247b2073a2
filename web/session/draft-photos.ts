// Photos of drafts, which exist only on this device. `drafts.ts` has their texts and says how long
// they stay.
import { createStore, del, delMany, get, keys, set } from 'idb-keyval'

type DraftPhotos = { atMs: number; files: File[] }

const lifetimeMs = 7 * 86_400_000

let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('dobara.drafts', 'photos')
  return opened
}
const idOf = (userId: string, name: string) => `${userId}.${name}`

/** Some browsers allow no storage, or not that much. Then the photos must be chosen again. */
async function ifPossible<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

export const saveDraftPhotos = (userId: string, name: string, files: File[]) =>
  ifPossible(() => {
    const id = idOf(userId, name)
    if (files.length === 0) return del(id, store())
    return set(id, { atMs: Date.now(), files } satisfies DraftPhotos, store())
  })

export async function findDraftPhotos(userId: string, name: string): Promise<File[]> {
  const photos = await ifPossible(() => get<DraftPhotos>(idOf(userId, name), store()))
  return photos && Date.now() - photos.atMs < lifetimeMs ? photos.files : []
}

/** Deletes everybody's photos, except those of the account `exceptOf`. */
export const deleteDraftPhotos = (exceptOf?: string) =>
  ifPossible(async () => {
    const ids = await keys<string>(store())
    const others = ids.filter((id) => exceptOf === undefined || !id.startsWith(`${exceptOf}.`))
    await delMany(others, store())
  })
