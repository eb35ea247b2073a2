import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { type OwnPlace, placeName } from '#contract/places.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { PinCodeField } from './pin-code-field.tsx'
import { useMyLocation } from './use-my-location.ts'
import { usePinCodeSubmit } from './use-pin-code-submit.ts'
import { saveWhereabouts } from './whereabouts.ts'

export function WhereaboutsForm({ onDone, canRemove }: { onDone: () => void; canRemove: boolean }) {
  const [typed, setTyped] = useState('')
  const location = useMyLocation(onDone)
  const keep = (place: OwnPlace) => {
    const city = `${place.city}, ${place.state}`
    saveWhereabouts({ from: place.pinCode, name: placeName(place), city })
    onDone()
  }
  const { submit, isWaiting, error } = usePinCodeSubmit(typed, keep)
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-3 rounded-box border border-border bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <PinCodeField
        typed={typed}
        label="Your PIN code"
        hint="Kept in this browser only."
        error={error}
        input={{
          value: typed,
          onChange: (event) => setTyped(event.target.value),
        }}
      />
      <FormError>{location.failure}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" pending={isWaiting}>
          Show distances
        </Button>
        <Button
          variant="plain"
          size="sm"
          icon={<LocateFixed size={18} aria-hidden />}
          pending={location.isAsking}
          onClick={location.ask}
        >
          Use my location
        </Button>
        {canRemove && (
          <Button
            variant="danger-ghost"
            size="sm"
            onClick={() => {
              saveWhereabouts(undefined)
              onDone()
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}
