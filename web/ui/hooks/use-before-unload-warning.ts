import { useEffect } from 'react'

/** Makes the browser ask before the tab is closed or reloaded while there are unsaved changes. */
export function useBeforeUnloadWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
