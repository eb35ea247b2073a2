/** Stores immutable files by name. Throws UnavailableError if the storage can't be reached. */
export type Storage = {
  write: (name: string, bytes: Uint8Array) => Promise<void>
  read: (name: string) => Promise<Uint8Array | undefined>
  remove: (name: string) => Promise<void>
  /** Rejects if the storage can't be reached. Doesn't retry. */
  check: () => Promise<void>
  /** Returns the names of all files, sorted. */
  list: () => AsyncIterable<string>
}
