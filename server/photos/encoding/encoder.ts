// The program of a process that encodes photos, one at a time, until its parent disconnects. It
// imports little, because each process loads its own copy.
import { decodeAndEncode, type EncodedPhoto, type PhotoSource } from './encode-photo.ts'
import { type Refusal, RefusedPhoto } from './refused-photo.ts'

/** 'ready' means that the process can take its first photo. */
export type EncoderMessage = 'ready' | EncodedPhoto | Refusal

const send = (message: EncoderMessage) => process.send?.(message)

process.on('message', (source: PhotoSource) => {
  decodeAndEncode(source).then(send, (error: unknown) =>
    send(error instanceof RefusedPhoto ? error.refusal : 'unreadable'),
  )
})
// Ignores signals: Ctrl-C in a terminal reaches this process, too, while the server still finishes
// its requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
send('ready')
