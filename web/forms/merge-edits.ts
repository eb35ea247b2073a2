import { isSameInput } from '#web/api/hooks.ts'

/** A field that somebody else changed while this form was open. */
export type FieldChange = {
  name: string
  now: unknown
  /** The value in this form. Missing if only others changed the field. */
  yours?: unknown
}

/**
 * Compares a form with the stored version. `shown` is the version that the form started with.
 * Fields that only others changed are copied into `values`. Fields that were changed in the form
 * keep that value.
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
