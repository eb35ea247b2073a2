import { MapPin, ShoppingBag } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { suggestSearches } from '#contract/books/suggestions.ts'
import { findNamedPlaces, type NamedPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { changeFilters, type Filters } from './filters.ts'

type Place = Omit<NamedPlace, 'name'>

export const whereOf = ({ name, near }: NamedPlace) =>
  near === undefined ? `in ${name}` : `near ${name}`

/** Returns the changes that filter by a place and keep the rest of the search. */
export const filtersOfPlace = ({ near, city = '', search }: Place): Filters =>
  near === undefined ? { search, city } : { search, city: '', near, sort: 'near' }

/** Returns the places named in a search, except those that the filters already contain. */
export function useNamedPlaces({ search = '', city, near }: Filters): readonly NamedPlace[] {
  const { data } = useRead(findNamedPlaces, { search }, { enabled: search !== '' })
  return search === ''
    ? []
    : (data?.places ?? []).filter((place) =>
        place.near === undefined ? place.city !== city : place.near !== near,
      )
}

type LinkProps = { place: NamedPlace; label: string; isMain?: boolean }

export function PlaceLink({ place, label, isMain = false }: LinkProps) {
  const [params] = useSearchParams()
  return (
    <LinkButton
      to={`?${changeFilters(params, filtersOfPlace(place))}`}
      preventScrollReset
      variant={isMain ? 'primary' : 'plain'}
      size={isMain ? 'md' : 'sm'}
      className={isMain ? 'wrap-anywhere py-2' : ''}
      icon={<MapPin size={isMain ? 20 : 16} className="shrink-0" />}
    >
      {label}
    </LinkButton>
  )
}

/**
 * Offers places that the search names as filters. They take effect only when pressed, so that no
 * results disappear unnoticed.
 */
export const PlaceSuggestions = ({ places }: { places: readonly NamedPlace[] }) =>
  places.map((place) => (
    <PlaceLink
      key={place.name}
      place={place}
      label={place.search === '' ? `Books ${whereOf(place)}` : whereOf(place)}
    />
  ))

/** Links to the shops that a search names, for those who didn't choose a suggestion. */
export function ShopSuggestions({ search }: { search: string }) {
  // The same question as while typing, so it is usually in the cache.
  const typed = search.trim().toLowerCase()
  const { data } = useRead(suggestSearches, { typed }, { enabled: typed !== '' })
  const found = typed === '' ? [] : (data?.suggestions ?? [])
  return found.map(
    (one) =>
      one.kind === 'shop' && (
        <LinkButton
          key={one.seller}
          to={paths.sellerPage(one.seller)}
          variant="plain"
          size="sm"
          className="wrap-anywhere py-1"
          icon={<ShoppingBag size={16} className="shrink-0" />}
        >
          {one.city ? `${one.text}, ${one.city}` : one.text}
        </LinkButton>
      ),
  )
}
