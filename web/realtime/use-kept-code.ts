import { useSyncExternalStore } from 'react'
import type { KeptCode } from './kept-codes.ts'
import { useRealtimeSession } from './realtime-provider.tsx'

const neverChanges = () => () => {}
const noCodes: readonly KeptCode[] = []

export function useKeptCode(meetingId: string): KeptCode | undefined {
  const codes = useRealtimeSession()?.codes
  return useSyncExternalStore(
    codes?.subscribe ?? neverChanges,
    () => codes?.all() ?? noCodes,
    () => noCodes,
  ).find((kept) => kept.meetingId === meetingId)
}
