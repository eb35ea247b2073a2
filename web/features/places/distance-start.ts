// Where the distances on a page are from: where whoever looks at it is, or the place that a link
// was shared with.
import { createContext, use } from 'react'
import { findCity, isPinCode, placeName, readPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { useWhereabouts } from './whereabouts.ts'

export type DistanceStart = {
  from: string
  /** As people read it: 'Kothrud, Pune', or 'your location'. */
  name: string
  /** Somebody else's, from a link. */
  isShared: boolean
}

const SharedStart = createContext<DistanceStart | undefined>(undefined)
export const SharedStartProvider = SharedStart.Provider

/** Undefined while nobody has said it. */
export function useDistanceStart(): DistanceStart | undefined {
  const shared = use(SharedStart)
  const own = useWhereabouts()
  return shared ?? (own && { from: own.from, name: own.name, isShared: false })
}

/** `near` of a link as a start, if it isn't where the viewer is. */
export function useSharedStart(near: string | undefined): DistanceStart | undefined {
  const own = useWhereabouts()
  const isHydrated = useHydrated()
  const isShared = near !== undefined && isHydrated && near !== own?.from
  const isPin = near !== undefined && isPinCode(near)
  const place = useRead(readPlace, { pinCode: near ?? '' }, { enabled: isShared && isPin })
  const city = useRead(findCity, { of: near ?? '' }, { enabled: isShared && !isPin })
  if (!isShared) return undefined
  const name = place.data ? placeName(place.data) : city.data?.city?.split(',')[0]
  return { from: near, name: name ?? (isPin ? near : 'the place in the link'), isShared }
}
