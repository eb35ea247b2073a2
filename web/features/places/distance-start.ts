// Where distances on a page start: at the viewer's place, or at the place in a shared link.
import { createContext, use } from 'react'
import { findCity, isPinCode, placeName, readPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { useUserLocation } from './user-location.ts'

export type DistanceStart = {
  from: string
  /** The name that is shown: 'Kothrud, Pune', or 'your location'. */
  name: string
  /** True if the place belongs to somebody else and comes from a link. */
  isShared: boolean
}

const SharedStart = createContext<DistanceStart | undefined>(undefined)
export const SharedStartProvider = SharedStart.Provider

/** Returns where distances start, or undefined if no place is known. */
export function useDistanceStart(): DistanceStart | undefined {
  const shared = use(SharedStart)
  const own = useUserLocation()
  return shared ?? (own && { from: own.from, name: own.name, isShared: false })
}

/** Returns a link's `near` as a start, unless it is the viewer's own place. */
export function useSharedStart(near: string | undefined): DistanceStart | undefined {
  const own = useUserLocation()
  const isHydrated = useHydrated()
  const isShared = near !== undefined && isHydrated && near !== own?.from
  const isPin = near !== undefined && isPinCode(near)
  const place = useRead(readPlace, { pinCode: near ?? '' }, { enabled: isShared && isPin })
  const city = useRead(findCity, { of: near ?? '' }, { enabled: isShared && !isPin })
  if (!isShared) return undefined
  const name = place.data ? placeName(place.data) : city.data?.city?.split(',')[0]
  return { from: near, name: name ?? (isPin ? near : 'the place in the link'), isShared }
}
