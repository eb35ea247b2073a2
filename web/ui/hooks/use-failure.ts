import { useState } from 'react'

/**
 * What failed, and its setter. It is shown until what the person `can` do has changed, because a
 * response may be lost after the server has done it; `stays` where the server refused it.
 */
export function useFailure(can: readonly string[]) {
  const [failure, setFailure] = useState<{ text: string; can: string | undefined }>()
  const now = can.join()
  const show = (text: string | undefined, stays = false) =>
    setFailure(text === undefined ? undefined : { text, can: stays ? undefined : now })
  const isShown = failure && (failure.can === undefined || failure.can === now)
  return [isShown ? failure.text : undefined, show] as const
}
