import { useQuery } from '@tanstack/react-query'
import { maxDistances, readDistances } from '#contract/places.ts'
import { call } from '#web/api/client.ts'

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

/** Kilometres between where distances are from and a PIN code; undefined where they aren't known. */
export function useDistance(from: string, pinCode: string): number | undefined {
  const { data } = useQuery({
    queryKey: ['distance', from, pinCode],
    queryFn: () => askTogether(from, pinCode),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
