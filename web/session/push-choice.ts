import { createStoredRecords } from './stored-records.ts'

/** A person's choice on this device, and the push endpoint that the server has stored. */
type PushChoice = { showsNames: boolean; endpoint?: string | undefined }

/** Choices by account. A logout deletes all of them; the end of a session keeps them. */
export const pushChoices = createStoredRecords<PushChoice>('dobara.push.')
