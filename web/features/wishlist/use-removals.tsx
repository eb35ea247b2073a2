import { useState } from 'react'
import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Item = { id: string; name: string }
type Texts = { kept: string; notRestored: string }

/**
 * Removes rows from a list before the server has answered. A row comes back if the server didn't
 * remove it, or by Undo, which calls `restore`.
 */
export function useRemovals<T>(
  itemOf: (row: T) => Item,
  restore: (row: T) => Promise<unknown>,
  texts: Texts,
) {
  const [removed, setRemoved] = useState<readonly string[]>([])
  const toast = useToast()
  const keep = (row: T) => setRemoved((ids) => ids.filter((id) => id !== itemOf(row).id))
  const fail = (error: unknown, fallback: string) =>
    toast({ text: errorMessage(error, fallback), kind: 'error' })
  const undo = async (row: T, sent: Promise<unknown>) => {
    try {
      await sent
      await restore(row)
      keep(row)
    } catch (error) {
      fail(error, texts.notRestored)
    }
  }
  const remove = (row: T, sent: Promise<unknown>) => {
    const { id, name } = itemOf(row)
    setRemoved((ids) => [...ids, id])
    sent.catch((error: unknown) => {
      keep(row)
      fail(error, texts.kept)
    })
    const action = (
      <Button variant="ghost" size="sm" onClick={() => void undo(row, sent)}>
        Undo
      </Button>
    )
    toast({ text: `Removed ${name}.`, action })
  }
  return { isRemoved: (row: T) => removed.includes(itemOf(row).id), remove }
}
