// Texts in localStorage. If storage is full or forbidden, they last as long as the page.
const memory = new Map<string, string>()

export function readStored(key: string): string | undefined {
  try {
    return memory.get(key) ?? localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(key: string, text: string | undefined): void {
  memory.delete(key)
  try {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    if (text !== undefined) memory.set(key, text)
  }
}
