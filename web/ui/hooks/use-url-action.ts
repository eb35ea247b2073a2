import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Runs an action that the URL names as a query parameter, once, as soon as it is `allowed`:
 * somebody who had to log in first continues where they were. The parameter is then removed.
 */
export function useUrlAction(name: string, allowed: boolean, run: () => void): void {
  const [params, setParams] = useSearchParams()
  const isRequested = params.has(name)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isRequested || !allowed) return
    setParams(
      (current) => {
        current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
    latest.current()
  }, [isRequested, allowed, name, setParams])
}
