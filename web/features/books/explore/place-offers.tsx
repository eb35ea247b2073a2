import { MapPin } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { findNamedPlaces, type NamedPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { changeFilters, type Filters } from './filters.ts'

const labelOf = ({ name, near, search }: NamedPlace) => {
  const place = near === undefined ? `in ${name}` : `near ${name}`
  return search === '' ? `Books ${place}` : place
}

const filtersOf = ({ near, city = '', search }: NamedPlace): Filters =>
  near === undefined ? { search, city } : { search, city: '', near, sort: 'near' }

/** The place that a search names, as a filter to press: nobody is narrowed down silently. */
export function PlaceOffers({ filters }: { filters: Filters }) {
  const [params] = useSearchParams()
  const { search = '', city, near } = filters
  const { data } = useRead(findNamedPlaces, { search }, { enabled: search !== '' })
  const places = search === '' ? [] : (data?.places ?? [])
  return places
    .filter((place) => (place.near === undefined ? place.city !== city : place.near !== near))
    .map((place) => (
      <Link
        key={place.name}
        to={`?${changeFilters(params, filtersOf(place))}`}
        preventScrollReset
        className={buttonClass({ variant: 'plain', size: 'sm' })}
      >
        <MapPin size={16} aria-hidden />
        {labelOf(place)}
      </Link>
    ))
}
