import { drafts, outboxPrefix } from './drafts.ts'
import { createStoredRecords } from './stored-records.ts'

/** Deletes everybody's unsent texts and photos, except those of the account `exceptOf`. */
export function deleteUnsent(exceptOf?: string): void {
  const isDeleted = (id: string) => exceptOf === undefined || !id.startsWith(`${exceptOf}.`)
  for (const records of [drafts, createStoredRecords(outboxPrefix)]) records.clear(isDeleted)
  // Loaded only here and by forms with photos, because guests don't need it.
  import('./draft-photos.ts').then(
    ({ deleteDraftPhotos }) => deleteDraftPhotos(isDeleted),
    () => {},
  )
}
