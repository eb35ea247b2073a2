import { useState } from 'react'

/**
 * What failed, and its setter. It is shown until what the person `can` do has changed: a response
 * may be lost after the server has done it.
 */
export function useFailure(can: readonly string[]) {
  const [failure, setFailure] = useState<{ text: string; can: string }>()
  const now = can.join()
  const show = (text: string | undefined) =>
    setFailure(text === undefined ? undefined : { text, can: now })
  return [failure?.can === now ? failure.text : undefined, show] as const
}
