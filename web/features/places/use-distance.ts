import { useQuery } from '@tanstack/react-query'
import { maxDistances, readDistances } from '#contract/places.ts'
import { call } from '#web/api/client.ts'

type Batch = { names: Set<string>; answer: Promise<Record<string, number>> }
/** What is asked for at this moment, by where distances are from. */
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

/** Sends one request for all places that a screen asks for at once. */
async function askTogether(from: string, name: string): Promise<number | null> {
  const found = waiting.get(from)
  const batch = found && found.names.size < maxDistances ? found : startBatch(from)
  batch.names.add(name)
  return (await batch.answer)[name] ?? null
}

/** Kilometres to a place, by its `placeKey`; undefined if unknown. */
export function useDistance(from: string, name: string): number | undefined {
  const { data } = useQuery({
    queryKey: ['distance', from, name],
    queryFn: () => askTogether(from, name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
