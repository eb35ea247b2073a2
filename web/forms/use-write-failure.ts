import { useEffect, useState } from 'react'
import { errorMessage, isConflict } from '#web/api/client.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'

/**
 * Why the last write failed. `fail` takes what was thrown, and the sentence for what has none of
 * its own. It is shown until what the person `can` do has changed, because a response may be lost
 * after the server has done it; a refusal, because the page showed an older state, stays. That they
 * were offline is shown until they aren't.
 */
export function useWriteFailure(can: readonly string[]) {
  const [failed, setFailed] = useState<{
    text: string
    can: string | undefined
    isOffline: boolean
  }>()
  const isOnline = useOnline()
  const now = can.join()
  useEffect(() => {
    if (isOnline) setFailed((current) => (current?.isOffline ? undefined : current))
  }, [isOnline])
  const isShown = failed && (failed.can === undefined || failed.can === now)
  const fail = (error: unknown, fallback: string) =>
    setFailed({
      text: errorMessage(error, fallback),
      can: isConflict(error) ? undefined : now,
      isOffline: !navigator.onLine,
    })
  const clear = () => setFailed(undefined)
  /** Resolves to whether it was written. */
  const attempt = async (write: () => Promise<unknown>, fallback: string): Promise<boolean> => {
    clear()
    try {
      await write()
      return true
    } catch (error) {
      fail(error, fallback)
      return false
    }
  }
  return { failure: isShown ? failed.text : undefined, attempt, fail, clear }
}

export type WriteFailure = ReturnType<typeof useWriteFailure>
