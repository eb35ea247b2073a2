import { useEffect, useState } from 'react'
import { errorMessage, isConflict } from '#web/api/client.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'

/**
 * Holds why the last write failed. `attempt` takes the write and a fallback message. The text
 * disappears when `can` changes, because the server may have written although the response was
 * lost. After a refusal because of outdated data, the text stays. The text about being offline
 * disappears when the connection is back.
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
  /** Resolves to whether it was written. */
  const attempt = async (write: () => Promise<unknown>, fallback: string): Promise<boolean> => {
    setFailed(undefined)
    try {
      await write()
      return true
    } catch (error) {
      setFailed({
        text: errorMessage(error, fallback),
        can: isConflict(error) ? undefined : now,
        isOffline: !navigator.onLine,
      })
      return false
    }
  }
  return { failure: isShown ? failed.text : undefined, attempt }
}

export type WriteFailure = ReturnType<typeof useWriteFailure>
