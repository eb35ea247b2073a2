import { useSearchParams } from 'react-router'

/** Returns a function that removes parameters from the URL without adding a history entry. */
export function useRemoveParams(...names: readonly string[]): () => void {
  const [, setParams] = useSearchParams()
  return () =>
    setParams(
      (current) => {
        for (const name of names) current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
}
