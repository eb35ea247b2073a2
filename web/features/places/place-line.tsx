import { MapPin } from 'lucide-react'
import { type Place, placeName } from '#contract/places.ts'
import { distanceText, fullPlaceName } from './place-text.ts'
import { useDistance } from './use-distance.ts'

type Props = { place: Place; withState?: boolean; className?: string }

/** 'Kothrud, Pune · 3 km' in one line, of which the name is cut where it is too long. */
export function PlaceLine({ place, withState = false, className = '' }: Props) {
  const km = useDistance(place.pinCode)
  const name = fullPlaceName(place)
  return (
    <p className={`flex min-w-0 items-center gap-1 text-muted ${className}`} title={name}>
      <MapPin size={16} className="shrink-0" aria-hidden />
      <span className="truncate">
        <span className="sr-only">In </span>
        {withState ? name : placeName(place)}
      </span>
      {km !== undefined && (
        <span className="shrink-0">
          · {distanceText(km)}
          <span className="sr-only"> from you</span>
        </span>
      )}
    </p>
  )
}
