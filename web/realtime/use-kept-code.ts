import { useSyncExternalStore } from 'react'
import type { KeptCode } from './kept-codes.ts'
import { useRealtimeSession } from './realtime-provider.tsx'

const neverChanges = () => () => {}
const noCodes: readonly KeptCode[] = []

/** The code that this person typed for a meeting and that isn't checked yet, or was refused. */
export function useKeptCode(meetingId: string): KeptCode | undefined {
  const codes = useRealtimeSession()?.codes
  return useSyncExternalStore(
    codes?.subscribe ?? neverChanges,
    () => codes?.all() ?? noCodes,
    () => noCodes,
  ).find((kept) => kept.meetingId === meetingId)
}
