// The server's time, because the clock of a device may be hours or days off.
import { useEffect, useState } from 'react'
import { indianDate } from '#contract/common/dates.ts'

/** Smaller differences come from the network and from the header's whole seconds. */
const minOffsetMs = 60_000

let offsetMs = 0

/** `date` is the Date header of a response that the server has just sent. */
export function noteServerTime(date: string | null, nowMs = Date.now()): void {
  const differenceMs = Date.parse(date ?? '') - nowMs
  if (!Number.isNaN(differenceMs))
    offsetMs = Math.abs(differenceMs) < minOffsetMs ? 0 : differenceMs
}

export const serverNow = (): number => Date.now() + offsetMs

/** YYYY-MM-DD. */
export const todayInIndia = (): string => indianDate(new Date(serverNow()))

/** The server's time in milliseconds, updated every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
