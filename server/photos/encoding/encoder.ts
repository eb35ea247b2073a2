// The program of a process that encodes photos, one at a time, for as long as its parent is
// connected. It loads little, as each process has its own copy.
import { decodeAndEncode, type EncodedPhoto, type EncodingTask } from './decode-and-encode.ts'

/** The first one says that the process is ready for its first task. */
export type EncoderMessage = 'ready' | EncodedPhoto | 'unreadable'

const send = (message: EncoderMessage) => process.send?.(message)

process.on('message', (task: EncodingTask) => {
  decodeAndEncode(task).then(send, () => send('unreadable'))
})
// A terminal's Ctrl-C reaches it too, but the server first finishes the requests that it has.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
send('ready')
