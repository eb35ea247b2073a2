import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Does what the address asks for under `name`, once, as soon as the person `may`: so that who had to log in first ends
 * where they wanted to go. The wish is taken out of the address, and coming back doesn't repeat it.
 */
export function useIntent(name: string, may: boolean, run: () => void): void {
  const [params, setParams] = useSearchParams()
  const wanted = params.has(name)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!wanted || !may) return
    setParams(
      (kept) => {
        kept.delete(name)
        return kept
      },
      { replace: true, preventScrollReset: true },
    )
    latest.current()
  }, [wanted, may, name, setParams])
}
