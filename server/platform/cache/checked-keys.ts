/**
 * Keys of values that may be changed by more than their tags. Each commit asks all of them, so
 * there is a maximum. Those that were asked for once go first: whoever asks for many different
 * lists pushes out none that others ask for again and again.
 */
export function createCheckedKeys(max: number) {
  // Both begin with the least recently used.
  const askedOnce = new Set<string>()
  const askedAgain = new Set<string>()
  const maxAskedAgain = Math.floor(0.75 * max)
  const oldestOf = (keys: ReadonlySet<string>) => keys.values().next().value
  return {
    /** Returns the key that must be removed to make room, if there is one. */
    add(key: string): string | undefined {
      if (!askedAgain.has(key)) askedOnce.add(key)
      return askedOnce.size + askedAgain.size > max ? oldestOf(askedOnce) : undefined
    },
    noteAsked(key: string): void {
      if (!askedOnce.delete(key) && !askedAgain.delete(key)) return
      askedAgain.add(key)
      const oldest = askedAgain.size > maxAskedAgain ? oldestOf(askedAgain) : undefined
      if (oldest === undefined) return
      askedAgain.delete(oldest)
      askedOnce.add(oldest)
    },
    remove(key: string): void {
      askedOnce.delete(key)
      askedAgain.delete(key)
    },
    all: (): string[] => [...askedOnce, ...askedAgain],
  }
}
