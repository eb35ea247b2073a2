import { errorMessage, isConflict } from '#web/api/client.ts'
import { useFailure } from '#web/ui/hooks/use-failure.ts'

/**
 * Why the last write failed. `fail` takes what was thrown, and the sentence for what has none of its
 * own; a refusal, because the page showed an older state, stays when what the person `can` do changes.
 */
export function useWriteFailure(can: readonly string[]) {
  const [failure, setFailure] = useFailure(can)
  return {
    failure,
    fail: (error: unknown, fallback: string) =>
      setFailure({ text: errorMessage(error, fallback), stays: isConflict(error) }),
    clear: () => setFailure(undefined),
  }
}

export type WriteFailure = ReturnType<typeof useWriteFailure>
