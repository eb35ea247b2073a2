// Where whoever looks at books is: kept in their browser only, for all tabs.
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/session/stored-text.ts'

export type Whereabouts = {
  /** Where distances are from: a PIN code, or a position rounded to about a kilometre. */
  from: string
  /** As people read it: 'Kothrud, Pune', or 'your location'. */
  name: string
  /** As lists are asked for it: 'Pune, Maharashtra'. */
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

/** Undefined while nobody has said it, on the server and during hydration. */
export const useWhereabouts = (): Whereabouts | undefined =>
  useSyncExternalStore(subscribe, currentWhereabouts, () => undefined)
