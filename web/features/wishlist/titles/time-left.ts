import { formatCount } from '#web/format.ts'

const minuteMs = 60_000

/** Returns '1 h 20 min left' or '1 day 3 h left', or undefined if the time is over. */
export function timeLeftText(until: string, now: number): string | undefined {
  const minutes = Math.ceil((Date.parse(until) - now) / minuteMs)
  if (minutes <= 0) return undefined
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60]
  const [days, restHours] = [Math.floor(hours / 24), hours % 24]
  const parts =
    days > 0
      ? [formatCount(days, 'day'), restHours > 0 && `${restHours} h`]
      : [hours > 0 && `${hours} h`, restMinutes > 0 && `${restMinutes} min`]
  return `${parts.filter(Boolean).join(' ')} left`
}
