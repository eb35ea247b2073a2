// Where the viewer is. It is stored only in the browser, for all tabs.
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/session/stored-text.ts'

export type UserLocation = {
  /** Where distances start: a PIN code, or a position rounded to about a kilometre. */
  from: string
  /** The name that is shown: 'Kothrud, Pune', or 'your location'. */
  name: string
  /** The city as lists filter by it: 'Pune, Maharashtra'. */
  city?: string | undefined
}

const key = 'dobara:userLocation'
const changeEvent = 'dobara:userLocation'

function parse(text: string | undefined): UserLocation | undefined {
  try {
    const { from, name, city } = JSON.parse(text ?? '{}') as Partial<UserLocation>
    if (typeof from !== 'string' || typeof name !== 'string') return undefined
    return { from, name, ...(typeof city === 'string' && { city }) }
  } catch {
    return undefined
  }
}

let cached: { text: string | undefined; userLocation: UserLocation | undefined } | undefined

export function currentUserLocation(): UserLocation | undefined {
  const text = readStored(key)
  if (cached?.text !== text) cached = { text, userLocation: parse(text) }
  return cached?.userLocation
}

export function saveUserLocation(userLocation: UserLocation | undefined): void {
  writeStored(key, userLocation && JSON.stringify(userLocation))
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
export const useUserLocation = (): UserLocation | undefined =>
  useSyncExternalStore(subscribe, currentUserLocation, () => undefined)
