import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False on the server and while its page is hydrated, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
