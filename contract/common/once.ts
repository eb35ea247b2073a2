/** Makes a value when it is first asked for: what a page doesn't show costs its start nothing. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
