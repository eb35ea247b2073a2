import { MapPin } from 'lucide-react'
import { type Place, placeName } from '#contract/places.ts'
import { distanceText, fullPlaceName } from './place-text.ts'
import { useDistance } from './use-distance.ts'

/** 'Kothrud, Pune · 3 km' in one line, of which the name is cut where it is too long. */
export const PlaceLine = ({ place }: { place: Place }) => (
  <p className="flex min-w-0 items-center gap-1 text-muted" title={fullPlaceName(place)}>
    <MapPin size={16} className="shrink-0" aria-hidden />
    <span className="truncate">
      <span className="sr-only">In </span>
      {placeName(place)}
    </span>
    <Distance to={place} />
  </p>
)

/** 'Kothrud, Pune, Maharashtra · 3 km', in as many lines as it needs. */
export const FullPlace = ({ place }: { place: Place }) => (
  <p className="wrap-anywhere flex min-w-0 items-start gap-1.5 text-muted">
    <MapPin size={18} className="mt-[0.2em] shrink-0" aria-hidden />
    <span>
      <span className="sr-only">In </span>
      {fullPlaceName(place)} <Distance to={place} />
    </span>
  </p>
)

function Distance({ to: { pinCode } }: { to: Place }) {
  const km = useDistance(pinCode)
  if (km === undefined) return null
  return (
    <span className="shrink-0">
      · {distanceText(km)}
      <span className="sr-only"> from you</span>
    </span>
  )
}
