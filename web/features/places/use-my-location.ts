import { useState } from 'react'
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
      ({ coords: { latitude, longitude } }) => {
        setAsking(false)
        const from = `${latitude.toFixed(2)},${longitude.toFixed(2)}`
        saveWhereabouts({ from, name: 'your location' })
        onFound()
      },
      ({ code }) => fail(code === permissionDenied ? locationTexts.refused : locationTexts.failed),
      { timeout: timeoutMs, maximumAge: 10 * 60_000 },
    )
  }
  return { ask, isAsking, failure }
}
