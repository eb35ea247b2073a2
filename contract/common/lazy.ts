/** Calls `make` at the first use and keeps the result, so pages create only what they show. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
