import { createStoredRecords } from './stored-records.ts'

/** What a person chose on this device, and the push endpoint that the server has stored. */
type PushChoice = { showsNames: boolean; endpoint?: string | undefined }

/** The choices by account. A logout deletes all of them, but the end of a session doesn't. */
export const pushChoices = createStoredRecords<PushChoice>('dobara.push.')
