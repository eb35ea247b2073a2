import { useEffect, useEffectEvent, useState } from 'react'
import { asListed, type Chosen, editTexts } from './exchange-form.ts'

/** Updates chosen books when their listings are edited. Returns what changed, in sentences. */
export function useEditedBooks(
  listed: Chosen,
  chosen: Chosen,
  change: (next: Chosen) => void,
): string | undefined {
  const [edits, setEdits] = useState<string>()
  const follow = useEffectEvent((latest: Chosen) => {
    const texts = editTexts(chosen, latest)
    if (texts.length === 0) return
    change(asListed(chosen, latest))
    setEdits(texts.join(' '))
  })
  useEffect(() => follow(listed), [listed])
  return edits
}
