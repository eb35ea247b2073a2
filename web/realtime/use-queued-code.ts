import { useSyncExternalStore } from 'react'
import type { QueuedCode } from './queued-codes.ts'
import { useRealtimeSession } from './realtime-provider.tsx'

const neverChanges = () => () => {}
const noCodes: readonly QueuedCode[] = []

export function useQueuedCodes(): readonly QueuedCode[] {
  const codes = useRealtimeSession()?.codes
  return useSyncExternalStore(
    codes?.subscribe ?? neverChanges,
    () => codes?.all() ?? noCodes,
    () => noCodes,
  )
}

export const useQueuedCode = (meetingId: string): QueuedCode | undefined =>
  useQueuedCodes().find((queued) => queued.meetingId === meetingId)
