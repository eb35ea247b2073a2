// The viewer's place. It is stored only in the browser, and applies to all tabs.
import { createStoredValue } from '#web/session/stored-text.ts'

export type UserLocation = {
  /** Where distances start: a PIN code, or a position rounded to about a kilometre. */
  from: string
  /** The name that is shown: 'Kothrud, Pune', or 'your location'. */
  name: string
  /** The city as a filter of lists: 'Pune, Maharashtra'. */
  city?: string | undefined
}

function parse(json: unknown): UserLocation | undefined {
  const { from, name, city } = (json ?? {}) as Partial<UserLocation>
  if (typeof from !== 'string' || typeof name !== 'string') return undefined
  return { from, name, ...(typeof city === 'string' && { city }) }
}

export const {
  get: currentUserLocation,
  set: saveUserLocation,
  use: useUserLocation,
} = createStoredValue('dobara:userLocation', parse)
