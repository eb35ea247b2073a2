// Where the viewer is. It is stored only in the browser, for all tabs.
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/session/stored-text.ts'

export type Whereabouts = {
  /** Where distances start: a PIN code, or a position rounded to about a kilometre. */
  from: string
  /** The name that is shown: 'Kothrud, Pune', or 'your location'. */
  name: string
  /** The city as lists filter by it: 'Pune, Maharashtra'. */
  city?: string | undefined
}

const key = 'dobara:whereabouts'
const changeEvent = 'dobara:whereabouts'

function parse(text: string | undefined): Whereabouts | undefined {
  try {
    const { from, name, city } = JSON.parse(text ?? '{}') as Partial<Whereabouts>
    if (typeof from !== 'string' || typeof name !== 'string') return undefined
    return { from, name, ...(typeof city === 'string' && { city }) }
  } catch {
    return undefined
  }
}

let cached: { text: string | undefined; whereabouts: Whereabouts | undefined } | undefined

export function currentWhereabouts(): Whereabouts | undefined {
  const text = readStored(key)
  if (cached?.text !== text) cached = { text, whereabouts: parse(text) }
  return cached?.whereabouts
}

export function saveWhereabouts(whereabouts: Whereabouts | undefined): void {
  writeStored(key, whereabouts && JSON.stringify(whereabouts))
  window.dispatchEvent(new Event(changeEvent))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changeEvent, listener)
    window.removeEventListener('storage', listener)
  }
}

/** Returns undefined if no place was chosen, on the server and during hydration. */
export const useWhereabouts = (): Whereabouts | undefined =>
  useSyncExternalStore(subscribe, currentWhereabouts, () => undefined)
