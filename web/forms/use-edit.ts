import { useRef, useState } from 'react'
import { AppError } from '#contract/common/error-catalog.ts'
import { isSameInput } from '#web/api/hooks.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { type FieldChange, mergeEdits } from './merge-edits.ts'

export type ShownChange = FieldChange & { isTaken: boolean }

type Options<Thing, Values extends object> = {
  /** The version that the form showed when it opened. */
  first: Thing
  toValues: (thing: Thing) => Values
  values: () => Values
  setValue: (name: string, value: unknown) => void
  read: () => Promise<{ result: Thing; etag: string | undefined }>
}

const maxTries = 3

/**
 * For a form whose data others may change at the same time. `save` reads the stored version. If the
 * form shows that version, `save` runs `write` with its ETag. Otherwise `save` resolves to
 * undefined and sets `changes` for the person to review; the next `save` accepts the reviewed
 * version.
 */
export function useEdit<Thing, Values extends object>({
  first,
  toValues,
  values,
  setValue,
  read,
}: Options<Thing, Values>) {
  const base = useRef(first)
  const [changes, setChanges] = useState<ShownChange[]>([])

  /** Merges the stored version into the form. Returns whether there are changes to review. */
  const compare = (now: Thing): boolean => {
    const yours = values()
    const merged = mergeEdits(toValues(base.current), toValues(now), yours)
    base.current = now
    for (const [name, value] of Object.entries(merged.values))
      if (!isSameInput(value, yours[name as keyof Values])) setValue(name, value)
    setChanges(merged.changes.map((change) => ({ ...change, isTaken: false })))
    return merged.changes.length > 0
  }
  /**
   * Reads the stored version. If the server refuses this, returns the version on the form, because
   * the response to the write then says why.
   */
  const readShown = () =>
    read().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      return { result: base.current, etag: undefined }
    })
  const save = async <R>(write: (shown: Thing, etag?: string) => Promise<R>) => {
    for (let tries = 1; ; tries++) {
      const { result, etag } = await readShown()
      if (compare(result)) return undefined
      try {
        return await write(result, etag)
      } catch (error) {
        const isOutdated = error instanceof AppError && error.code === 'edited_meanwhile'
        if (!isOutdated || tries === maxTries) throw error
      }
    }
  }
  const choose = (name: string, isTaken: boolean) => {
    const change = changes.find((candidate) => candidate.name === name)
    if (!change || change.isTaken === isTaken) return
    const yours = isTaken ? values()[name as keyof Values] : change.yours
    setValue(name, isTaken ? change.now : yours)
    setChanges(
      changes.map((candidate) =>
        candidate === change ? { ...change, yours, isTaken } : candidate,
      ),
    )
  }
  return { changes, choose, save }
}
