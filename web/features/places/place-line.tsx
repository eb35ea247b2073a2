import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { maxDistances, type Place, placeKey, readDistances } from '#contract/places.ts'
import { call } from '#web/api/client.ts'
import { type DistanceStart, useDistanceStart } from './distance-start.ts'
import { distanceText, fullPlaceName } from './place-text.ts'

/**
 * Shows a place such as 'Kothrud, Pune · 3 km' in one line. If the line is too long, the area is
 * cut first.
 */
export const PlaceLine = ({ place }: { place: Place }) => {
  const { area, city } = place
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted" title={fullPlaceName(place)}>
      <MapPin size={14} className="shrink-0" />
      <span className="sr-only">In </span>
      <span className="flex min-w-0 whitespace-pre">
        {area !== city && (
          <>
            <span className="shrink-999 truncate">{area},</span>{' '}
          </>
        )}
        <span className="truncate">{city}</span>
        <Distance to={place} />
      </span>
    </p>
  )
}

/** Shows a place such as 'Kothrud, Pune, Maharashtra · 3 km', in as many lines as needed. */
export const FullPlace = ({ place }: { place: Place }) => (
  <p className="wrap-anywhere flex min-w-0 items-start gap-1.5 text-muted">
    <MapPin size={18} className="mt-[0.2em] shrink-0" />
    <span>
      <span className="sr-only">In </span>
      {fullPlaceName(place)}
      <Distance to={place} />
    </span>
  </p>
)

export function Distance({ to }: { to: Place }) {
  const start = useDistanceStart()
  return start ? <DistanceFrom start={start} name={placeKey(to)} /> : null
}

/**
 * This is a separate component, because server-rendered pages show many places but no distances.
 */
function DistanceFrom({ start, name }: { start: DistanceStart; name: string }) {
  const km = useDistance(start.from, name)
  if (km === undefined) return null
  return (
    <span className="shrink-0">
      {' '}
      · {distanceText(km)}
      <span className="sr-only"> from {start.isShared ? start.name : 'you'}</span>
    </span>
  )
}

type Batch = { names: Set<string>; answer: Promise<Record<string, number>> }
/** For each starting point, the batch that still collects requests. */
const waiting = new Map<string, Batch>()

function startBatch(from: string): Batch {
  const names = new Set<string>()
  const answer = new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
    if (waiting.get(from)?.names === names) waiting.delete(from)
    return (await call(readDistances, { from, to: [...names].join('|') })).distances
  })
  const batch = { names, answer }
  waiting.set(from, batch)
  return batch
}

/**
 * Collects the places that a screen asks for at once, and sends one request for up to
 * `maxDistances` of them.
 */
async function askTogether(from: string, name: string): Promise<number | null> {
  const found = waiting.get(from)
  const batch = found && found.names.size < maxDistances ? found : startBatch(from)
  batch.names.add(name)
  return (await batch.answer)[name] ?? null
}

/** Returns the kilometres to a place, given its `placeKey`, or undefined if they are unknown. */
function useDistance(from: string, name: string): number | undefined {
  const { data } = useQuery({
    queryKey: ['distance', from, name],
    queryFn: () => askTogether(from, name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
