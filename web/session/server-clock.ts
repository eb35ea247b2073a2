// The server's time: a device's clock may be hours or days off.
import { useEffect, useState } from 'react'

/** Below that it is the way of the response, and the header's whole seconds. */
const minOffsetMs = 60_000

let offsetMs = 0

/** `date`: the Date header of a response that comes from the server now. */
export function noteServerTime(date: string | null, nowMs = Date.now()): void {
  const differenceMs = Date.parse(date ?? '') - nowMs
  if (!Number.isNaN(differenceMs))
    offsetMs = Math.abs(differenceMs) < minOffsetMs ? 0 : differenceMs
}

export const serverNow = (): number => Date.now() + offsetMs

/** The server's time in milliseconds, read again each `everyMs`. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
