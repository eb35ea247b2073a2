import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { deleteDraft, findDraft, saveDraft } from '#web/session/drafts.ts'
import { currentWriter } from '#web/session/session.ts'

type Values = Record<string, string | number | boolean>
type Options<In extends FieldValues> = {
  staysWhenClosed?: boolean
  without?: Path<In>[]
  /** The values of an empty form, for a form that may open with others. */
  empty?: In
  isStored?: boolean
}

/** Returns the changed texts, numbers and checkboxes. Files and lists aren't stored. */
function typedValues(values: object, defaults: object, without: readonly string[]): Values {
  const changed = Object.entries(values).filter(
    ([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) &&
      !without.includes(name) &&
      value !== (defaults as FieldValues)[name],
  )
  return Object.fromEntries(changed) as Values
}

/**
 * Stores what is typed into a form on the device until the form is closed, so that nothing is lost
 * if the page is reloaded or evicted or the session ends. With `staysWhenClosed`, only `discard`
 * deletes the draft. `saved` is the draft with which the form opened. If `isStored` is false, the
 * draft is another tab's, and is neither read nor changed. Fields `without` aren't stored, such as
 * addresses and phone numbers. Don't use this for prices of books that are chosen in the form.
 */
export function useFormDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  name: string,
  { staysWhenClosed = false, without = [], empty, isStored = true }: Options<In> = {},
) {
  const [writer] = useState(() => (isStored ? currentWriter() : undefined))
  const [saved] = useState(() => (writer ? findDraft<Values>(writer, name) : undefined))
  const restore = useEffectEvent(() => {
    for (const [field, value] of Object.entries(saved ? { ...empty, ...saved } : {}))
      form.setValue(field as Path<In>, value as never, { shouldDirty: true })
  })
  const save = useEffectEvent((values: object, defaults: object = {}) => {
    if (writer && Object.keys(typedValues(values, defaults, without)).length > 0)
      saveDraft(writer, name, typedValues(values, empty ?? defaults, without))
    else discard()
  })
  const discard = () => {
    if (writer) deleteDraft(writer, name)
  }
  const close = useEffectEvent(() => {
    // If the session has ended, the draft is kept for the next login.
    if (!staysWhenClosed && currentWriter() === writer) discard()
  })
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => save(values, defaultValues),
    })
    restore()
    return () => {
      unsubscribe()
      close()
    }
  }, [form])
  return { saved, discard }
}
