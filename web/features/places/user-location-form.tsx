import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import {
  findCity,
  isPinCode,
  type OwnPlace,
  placeName,
  readPinCode,
  readPlace,
} from '#contract/places.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { PinCodeField } from './pin-code-field.tsx'
import { saveUserLocation } from './user-location.ts'

export function UserLocationForm({
  onDone,
  canRemove,
}: {
  onDone: () => void
  canRemove: boolean
}) {
  const [typed, setTyped] = useState('')
  const location = useMyLocation(onDone)
  const keep = (place: OwnPlace) => {
    const city = `${place.city}, ${place.state}`
    saveUserLocation({ from: place.pinCode, name: placeName(place), city })
    onDone()
  }
  const { submit, isWaiting, error, clearError } = usePinCodeSubmit(typed, keep)
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-3 rounded-box border border-border bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWaiting) void submit()
      }}
    >
      <PinCodeField
        typed={typed}
        label="Your PIN code"
        hint="Kept in this browser only."
        error={error}
        input={{
          value: typed,
          readOnly: isWaiting,
          onChange: (event) => {
            setTyped(event.target.value)
            clearError()
          },
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
          icon={<LocateFixed size={18} />}
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
              saveUserLocation(undefined)
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

const permissionDenied = 1
const timeoutMs = 15_000

const locationTexts = {
  refused:
    'Your browser doesn’t let this page see where you are. You can enter a PIN code instead.',
  failed: 'Your browser couldn’t find out where you are. You can enter a PIN code instead.',
} as const

/** Asks the browser for its position, and saves it rounded to about a kilometre. */
function useMyLocation(onFound: () => void) {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const fail = (text: string) => {
    setAsking(false)
    setFailure(text)
  }
  const ask = () => {
    setFailure(undefined)
    if (!('geolocation' in navigator)) return fail(locationTexts.failed)
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      async ({ coords: { latitude, longitude } }) => {
        const from = `${latitude.toFixed(2)},${longitude.toFixed(2)}`
        // If there is no connection, the city stays unknown; distances appear when the connection
        // is back.
        const { city } = await call(findCity, { of: from }).catch(() => ({ city: undefined }))
        setAsking(false)
        saveUserLocation({ from, name: 'your location', city })
        onFound()
      },
      ({ code }) => fail(code === permissionDenied ? locationTexts.refused : locationTexts.failed),
      { timeout: timeoutMs, maximumAge: 10 * 60_000 },
    )
  }
  return { ask, isAsking, failure }
}

/** Returns a function that looks up the typed PIN code and passes its place to `onPlace`. */
function usePinCodeSubmit(typed: string, onPlace: (place: OwnPlace) => void) {
  const [isWaiting, setWaiting] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async () => {
    const pinCode = readPinCode(typed)
    if (!isPinCode(pinCode)) return setError('Enter a PIN code of 6 digits.')
    setError(undefined)
    setWaiting(true)
    try {
      onPlace(await call(readPlace, { pinCode }))
    } catch (failure) {
      const text = 'This PIN code could not be looked up. Please try again.'
      setError(errorMessage(failure, text))
    } finally {
      setWaiting(false)
    }
  }
  return { submit, isWaiting, error, clearError: () => setError(undefined) }
}
