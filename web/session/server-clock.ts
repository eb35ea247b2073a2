// Estimates the server's time, because a device's clock may be wrong by hours or days.
import { indianDate } from '#contract/common/dates.ts'

/**
 * Smaller differences are ignored, because they come from the network and from the header's
 * resolution of a second.
 */
const minOffsetMs = 60_000

let offsetMs = 0

/** Adjusts the clock to `date`, the Date header of a response that the server has just sent. */
export function noteServerTime(date: string | null, nowMs = Date.now()): void {
  const differenceMs = Date.parse(date ?? '') - nowMs
  if (!Number.isNaN(differenceMs))
    offsetMs = Math.abs(differenceMs) < minOffsetMs ? 0 : differenceMs
}

export const serverNow = (): number => Date.now() + offsetMs

/** Returns today's date in India as YYYY-MM-DD. */
export const todayInIndia = (): string => indianDate(new Date(serverNow()))
