import { MapPin } from 'lucide-react'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { Button } from '#web/ui/button.tsx'
import type { PlaceQuestion as Question } from './use-place-question.ts'

const hint = 'Where your books are, for buyers near you. They see the area, never your address.'

/** Where the book is: as the seller has said before, or a field that may stay empty. */
export function PlaceQuestion({ isLoaded, place, typed, error, setTyped }: Question) {
  if (!isLoaded) return null
  if (typed !== undefined)
    return (
      <PinCodeField
        typed={typed}
        optional
        hint={hint}
        error={error}
        input={{
          name: 'pinCode',
          value: typed,
          onChange: (event) => setTyped(event.target.value),
        }}
      />
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
      <p className="flex min-w-0 items-center gap-1.5">
        <MapPin size={18} className="shrink-0 text-muted" aria-hidden />
        <span className="wrap-anywhere">
          <span className="text-muted">Place: </span>
          {place && fullPlaceName(place)}
        </span>
      </p>
      <Button
        variant="ghost"
        size="sm"
        aria-label="Change the place"
        onClick={() => setTyped(place?.pinCode ?? '')}
      >
        Change
      </Button>
    </div>
  )
}
