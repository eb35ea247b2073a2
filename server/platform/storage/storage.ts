// Where pictures' bytes are kept.
import type { Readable } from 'node:stream'

/** Stored bytes, and how many: small ones whole, large ones as a stream, which is read to its end or destroyed. */
export type OpenedFile = { content: Buffer | Readable; bytes: number | undefined }

/** A flat store of immutable named bytes. Throws Unavailable where the store can't be reached. */
export type Storage = {
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Opens the bytes to be sent, which takes little memory; undefined when there are none of that name. */
  open: (name: string) => Promise<OpenedFile | undefined>
  /** The bytes, or undefined when there are none of that name. */
  read: (name: string) => Promise<Uint8Array | undefined>
  remove: (name: string) => Promise<void>
}
