import { useEffect, useState } from 'react'

type OpenedFor = 'offer' | 'exchange'

const read = (): OpenedFor | undefined => {
  const opens: unknown = globalThis.window?.history.state?.usr?.opens
  return opens === 'offer' || opens === 'exchange' ? opens : undefined
}

/** What the chat was opened to make. A later reload or Back doesn't ask for it again. */
export function useOpenedFor(): OpenedFor | undefined {
  const [opened] = useState(read)
  useEffect(() => {
    if (opened) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [opened])
  return opened
}
