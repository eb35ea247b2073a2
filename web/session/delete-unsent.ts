import { drafts, outboxPrefix } from './drafts.ts'
import { createStoredRecords } from './stored-records.ts'

/** Deletes all unsent texts and photos on this device, except those of the writer `exceptOf`. */
export function deleteUnsent(exceptOf?: string): void {
  const isDeleted = (id: string) => exceptOf === undefined || !id.startsWith(`${exceptOf}.`)
  for (const records of [drafts, createStoredRecords(outboxPrefix)]) records.clear(isDeleted)
  // This code is loaded only when needed, because guests don't need it.
  import('./draft-photos.ts').then(
    ({ deleteDraftPhotos }) => deleteDraftPhotos(isDeleted),
    () => {},
  )
}
