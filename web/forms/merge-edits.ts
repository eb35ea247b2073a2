import { isSameInput } from '#web/api/hooks.ts'

/** A field that somebody else has changed while it was edited here. */
export type FieldChange = {
  name: string
  now: unknown
  /** Only where it was changed here too, to something else. */
  yours?: unknown
}

/**
 * Compares a form with what is stored now. `shown` is what the form began with. What only others
 * have changed is taken over into `values`; what was changed here stays as it is.
 */
export function mergeEdits<T extends object>(
  shown: T,
  now: T,
  yours: T,
): { values: T; changes: FieldChange[] } {
  const values = { ...yours }
  const changes: FieldChange[] = []
  for (const name of Object.keys(now) as (keyof T & string)[]) {
    const isUnchanged = isSameInput(shown[name], now[name])
    if (isUnchanged || isSameInput(yours[name], now[name])) continue
    if (isSameInput(yours[name], shown[name])) {
      values[name] = now[name]
      changes.push({ name, now: now[name] })
    } else changes.push({ name, now: now[name], yours: yours[name] })
  }
  return { values, changes }
}
