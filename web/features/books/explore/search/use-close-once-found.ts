import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Closes a list that isn't drawn yet when what is typed has been found: it would drop onto what
 * somebody is about to press. They can still open it by its key.
 */
export function useCloseOnceFound(
  box: RefObject<HTMLElement | null>,
  typed: string,
  found: string | undefined,
  close: () => void,
): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (typed === found && !box.current?.querySelector('[role=listbox]')) closeNow()
  }, [box, typed, found])
}
