import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { deleteDraft, findDraft, saveDraft } from '#web/session/drafts.ts'
import { currentSession } from '#web/session/session.ts'

type Values = Record<string, string | number | boolean>
type Options<In extends FieldValues> = {
  staysWhenClosed?: boolean
  without?: Path<In>[]
  /** The values of an empty form, for a form that may open with others. */
  empty?: In
  onSave?: () => void
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
 * deletes the draft. `saved` is the draft with which the form opened, and `save` stores it again.
 * Fields `without` aren't stored, such as addresses and phone numbers. Don't use this for prices of
 * books that are chosen in the form.
 */
export function useFormDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  name: string,
  { staysWhenClosed = false, without = [], empty, onSave }: Options<In> = {},
) {
  const [userId] = useState(() => currentSession()?.userId)
  const [saved] = useState(() => (userId ? findDraft<Values>(userId, name) : undefined))
  const restore = useEffectEvent(() => {
    for (const [field, value] of Object.entries(saved ? { ...empty, ...saved } : {}))
      form.setValue(field as Path<In>, value as never, { shouldDirty: true })
  })
  const save = (values: object, defaults: object = {}) => {
    if (userId && Object.keys(typedValues(values, defaults, without)).length > 0)
      saveDraft(userId, name, typedValues(values, empty ?? defaults, without))
    else discard()
  }
  const saveChange = useEffectEvent((values: object, defaults: object | undefined) => {
    save(values, defaults)
    onSave?.()
  })
  const discard = () => {
    if (userId) deleteDraft(userId, name)
  }
  const close = useEffectEvent(() => {
    // If the session has ended, the draft is kept for the next login.
    if (!staysWhenClosed && currentSession()?.userId === userId) discard()
  })
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => saveChange(values, defaultValues),
    })
    restore()
    return () => {
      unsubscribe()
      close()
    }
  }, [form])
  return {
    saved,
    save: () => save(form.getValues(), form.formState.defaultValues),
    discard,
  }
}
