import { useQuery } from '@tanstack/react-query'
import { maxDistances, readDistances } from '#contract/places.ts'
import { call } from '#web/api/client.ts'
import { useDistanceStart } from './distance-start.ts'

type Batch = { pinCodes: Set<string>; answer: Promise<Record<string, number>> }
/** What is asked for at this moment, by where distances are from. */
const waiting = new Map<string, Batch>()

function startBatch(from: string): Batch {
  const pinCodes = new Set<string>()
  const answer = new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
    if (waiting.get(from)?.pinCodes === pinCodes) waiting.delete(from)
    return (await call(readDistances, { from, to: [...pinCodes].join() })).distances
  })
  const batch = { pinCodes, answer }
  waiting.set(from, batch)
  return batch
}

/** One request for all PIN codes that a screen asks for at once. */
async function askTogether(from: string, pinCode: string): Promise<number | null> {
  const found = waiting.get(from)
  const batch = found && found.pinCodes.size < maxDistances ? found : startBatch(from)
  batch.pinCodes.add(pinCode)
  return (await batch.answer)[pinCode] ?? null
}

/** Kilometres from where distances are from; undefined where that, or the distance, isn't known. */
export function useDistance(pinCode: string | undefined): number | undefined {
  const { from = '' } = useDistanceStart() ?? {}
  const { data } = useQuery({
    queryKey: ['distance', from, pinCode],
    queryFn: () => askTogether(from, pinCode ?? ''),
    enabled: from !== '' && pinCode !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
