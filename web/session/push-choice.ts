import { createStoredRecords } from './stored-records.ts'

/** What a person has chosen on this device, and the address that the server was given. */
export type PushChoice = { showsNames: boolean; endpoint?: string | undefined }

/** By account. A logout deletes all, the end of a session none. */
export const pushChoices = createStoredRecords<PushChoice>('dobara.push.')
