import type { Readable } from 'node:stream'

/** Small files as a buffer, large ones as a stream, which must be read to its end or destroyed. */
export type OpenedFile = { content: Buffer | Readable; bytes: number | undefined }

/** Immutable files by name. Throws UnavailableError if the storage can't be reached. */
export type Storage = {
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Opens a file to be sent, with little memory; undefined if there is none. */
  open: (name: string) => Promise<OpenedFile | undefined>
  read: (name: string) => Promise<Uint8Array | undefined>
  remove: (name: string) => Promise<void>
  /** Rejects if the storage can't be reached, without many tries. */
  check: () => Promise<void>
  /** The names of all files, sorted. */
  list: () => AsyncIterable<string>
}
