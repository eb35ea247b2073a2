import { useState } from 'react'
import { findCity } from '#contract/places.ts'
import { call } from '#web/api/client.ts'
import { saveWhereabouts } from './whereabouts.ts'

const permissionDenied = 1
const timeoutMs = 15_000

const locationTexts = {
  refused:
    'Your browser doesn’t let this page see where you are. You can enter a PIN code instead.',
  failed: 'Your browser couldn’t find out where you are. You can enter a PIN code instead.',
} as const

/** Asks the browser where it is, and keeps that rounded to about a kilometre. */
export function useMyLocation(onFound: () => void) {
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
        // Without a connection there are distances later, and no city.
        const { city } = await call(findCity, { of: from }).catch(() => ({ city: undefined }))
        setAsking(false)
        saveWhereabouts({ from, name: 'your location', city })
        onFound()
      },
      ({ code }) => fail(code === permissionDenied ? locationTexts.refused : locationTexts.failed),
      { timeout: timeoutMs, maximumAge: 10 * 60_000 },
    )
  }
  return { ask, isAsking, failure }
}
