// Stores the photos of drafts, which exist only on this device. `drafts.ts` stores the texts of
// drafts, and says how long both are kept.
import { createStore, del, delMany, get, keys, set } from 'idb-keyval'
import { draftId, draftLifetimeMs } from './drafts.ts'

type DraftPhotos = { atMs: number; files: File[] }

let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('dobara.drafts', 'photos')
  return opened
}
/**
 * Runs `work`, or returns undefined if the browser doesn't allow that much storage. Then the photos
 * must be chosen again.
 */
async function ifPossible<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

export const saveDraftPhotos = (writer: string, name: string, files: File[]) =>
  ifPossible(() => {
    const id = draftId(writer, name)
    if (files.length === 0) return del(id, store())
    return set(id, { atMs: Date.now(), files } satisfies DraftPhotos, store())
  })

export async function findDraftPhotos(writer: string, name: string): Promise<File[]> {
  const photos = await ifPossible(() => get<DraftPhotos>(draftId(writer, name), store()))
  return photos && Date.now() - photos.atMs < draftLifetimeMs ? photos.files : []
}

export const deleteDraftPhotos = (isDeleted: (id: string) => boolean) =>
  ifPossible(async () => {
    const ids = await keys<string>(store())
    await delMany(ids.filter(isDeleted), store())
  })
