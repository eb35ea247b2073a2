import { createStoredRecords } from './stored-records.ts'

/** A person's choice on this device, and the endpoint that the server has. */
export type PushChoice = { showsNames: boolean; endpoint?: string | undefined }

/** By account. A logout deletes all of them; the end of a session keeps them. */
export const pushChoices = createStoredRecords<PushChoice>('dobara.push.')
