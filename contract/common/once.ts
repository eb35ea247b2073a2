/** Makes an object at the first call and keeps it, so that a page pays only for what it shows. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
