// The program of a process that encodes photos, one at a time, for as long as its parent is
// connected. It loads little, as each process has its own copy.
import { decodeAndEncode, type EncodedPhoto, type PhotoSource } from './decode-and-encode.ts'
import { type Refusal, RefusedPhoto } from './refused-photo.ts'

/** The first one says that the process is ready for its first photo. */
export type EncoderMessage = 'ready' | EncodedPhoto | Refusal

const send = (message: EncoderMessage) => process.send?.(message)

process.on('message', (source: PhotoSource) => {
  decodeAndEncode(source).then(send, (error: unknown) =>
    send(error instanceof RefusedPhoto ? error.refusal : 'unreadable'),
  )
})
// A terminal's Ctrl-C reaches it too, but the server first finishes the requests that it has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
send('ready')
