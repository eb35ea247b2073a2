import { useEffect, useId, useRef } from 'react'
import type { ShownChange } from './use-edit.ts'

/** The label of a field, and a function that puts its values into words. */
type FieldText = { label: string; text?: (value: unknown) => string }

type Props = {
  changes: readonly ShownChange[]
  fields: Readonly<Record<string, FieldText>>
  onChoose: (name: string, isTaken: boolean) => void
}

const plainText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : `${value ?? ''}`

/** Compares what was saved elsewhere while a form was open with what was typed into the form. */
export function ConflictingChanges({ changes, fields, onChoose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  const names = changes.map(({ name }) => name).join()
  useEffect(() => {
    if (names === '') return
    panel.current?.scrollIntoView({ block: 'nearest' })
    panel.current?.focus({ preventScroll: true })
  }, [names])
  if (changes.length === 0) return null
  const textOf = (name: string, value: unknown) =>
    (fields[name]?.text ?? plainText)(value) || 'nothing'
  const ofBoth = changes.filter((change) => 'yours' in change)
  const ofOthers = changes.filter((change) => !('yours' in change))
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex scroll-mt-4 scroll-mb-24 flex-col gap-3 rounded-box border border-accent bg-accent-soft p-4"
    >
      <div role="alert">
        <h3 id={id} className="font-semibold">
          This was changed in the meantime
        </h3>
        <p className="text-sm">
          It was saved elsewhere while you were editing. What you typed is kept.
          {ofBoth.length > 0 && ' Choose below.'} Save again.
        </p>
      </div>
      {ofBoth.map(({ name, now, yours, isTaken }) => (
        <fieldset key={name} className="flex min-w-0 flex-col gap-1">
          <legend className="font-medium text-sm">{fields[name]?.label ?? name}</legend>
          <p className="wrap-anywhere whitespace-pre-line text-sm">Saved: {textOf(name, now)}</p>
          <p className="wrap-anywhere whitespace-pre-line text-sm">Yours: {textOf(name, yours)}</p>
          <div className="flex flex-wrap gap-2">
            {[false, true].map((takes) => (
              <label
                key={`${takes}`}
                className="flex min-h-11 flex-1 items-center gap-2 whitespace-nowrap rounded-box
                  border border-input bg-surface px-3 has-checked:border-primary
                  has-checked:bg-primary-soft"
              >
                <input
                  type="radio"
                  name={`${id}-${name}`}
                  checked={isTaken === takes}
                  onChange={(event) => {
                    // The form must not take this change for one of its own fields.
                    event.stopPropagation()
                    onChoose(name, takes)
                  }}
                  className="size-5 accent-primary"
                />
                {takes ? 'Use saved' : 'Keep mine'}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {ofOthers.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">Also changed, and already in your form:</p>
          <ul className="list-disc pl-5">
            {ofOthers.map(({ name, now }) => (
              <li key={name} className="wrap-anywhere whitespace-pre-line">
                {fields[name]?.label ?? name}: {textOf(name, now)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
