import { useEffect, useState } from 'react'

/** Whether somebody has pressed the keys with which browsers search a page. */
export function useFindInPage(): boolean {
  const [isFinding, setFinding] = useState(false)
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey))) setFinding(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isFinding
}
