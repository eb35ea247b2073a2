import { useEffect, useState } from 'react'
import { useOnline } from './use-online.ts'

/**
 * What failed, and its setter. It is shown until what the person `can` do has changed, because a
 * response may be lost after the server has done it; `stays` where the server refused it. That they
 * were offline is shown until they aren't.
 */
export function useFailure(can: readonly string[]) {
  const [failure, setFailure] = useState<{
    text: string
    can: string | undefined
    isOffline: boolean
  }>()
  const isOnline = useOnline()
  const now = can.join()
  const show = (shown: { text: string; stays: boolean } | undefined) =>
    setFailure(
      shown && {
        text: shown.text,
        can: shown.stays ? undefined : now,
        isOffline: !navigator.onLine,
      },
    )
  useEffect(() => {
    if (isOnline) setFailure((current) => (current?.isOffline ? undefined : current))
  }, [isOnline])
  const isShown = failure && (failure.can === undefined || failure.can === now)
  return [isShown ? failure.text : undefined, show] as const
}
