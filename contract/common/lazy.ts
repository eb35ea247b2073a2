/** Calls `make` at the first use and keeps the result, so that unused values are never created. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
