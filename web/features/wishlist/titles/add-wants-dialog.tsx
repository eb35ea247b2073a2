import { useState } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { type KnownTitle, listTitleSets } from '#contract/wishlist/titles.ts'
import { addWants } from '#contract/wishlist/wants.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { formatCount } from '#web/format.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { IsbnInput } from '#web/forms/isbn-input.tsx'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/inputs/field.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { emptyLimits, type LimitsDraft, limitsInput } from './limits-draft.ts'
import { LimitsFields, type PersonPlace, useAskPlace } from './limits-fields.tsx'
import { TitleField } from './title-field.tsx'

type AddDraft = LimitsDraft & TitleDraft
type Kind = 'title' | 'set'

const kinds = [
  { value: 'title', label: 'One title' },
  { value: 'set', label: 'All of a class' },
] as const

const doneText = ({ added, kept }: { added: number; kept: number }): string =>
  added === 0
    ? 'It’s on your wishlist already.'
    : kept === 0
      ? `Added ${formatCount(added, 'title')}.`
      : `Added ${formatCount(added, 'title')}. The others were on your wishlist already.`

type Props = { place: PersonPlace; initial?: KnownTitle | undefined; onClose: () => void }

function useAddWants({ place, initial, onClose }: Props) {
  const { title = '', author = '', isbn = '' } = initial ?? {}
  const form = useForm<AddDraft>({ defaultValues: { ...emptyLimits, title, author, isbn } })
  useFormDraft(form, `wants ${title}`)
  const [kind, setKind] = useState<Kind>('title')
  const [chosen, setChosen] = useState<KnownTitle[]>([])
  const [failure, setFailure] = useState<string>()
  const ask = useAskPlace(place)
  const add = useWrite(addWants)
  const toast = useToast()
  const send = async () => {
    const draft = form.getValues()
    form.clearErrors()
    setFailure(undefined)
    if (kind === 'title' && draft.title.trim() === '' && draft.isbn.trim() === '')
      return form.setError('title', { message: 'Title is required.' }, { shouldFocus: true })
    if (kind === 'set' && chosen.length === 0) return setFailure('Choose at least one title.')
    const titles =
      kind === 'set'
        ? chosen.map(({ title, author, isbn }) => ({ title, author, isbn }))
        : [{ title: draft.title, author: draft.author, isbn: draft.isbn }]
    try {
      const done = await add.run({ titles, ...limitsInput(draft, ask.isAskingPlace) })
      if (!done) return
      toast({ text: doneText(done), kind: done.added > 0 ? 'success' : 'info' })
      onClose()
    } catch (error) {
      setFailure(showFormError(form, withTitleFields(error), 'Failed to add.'))
    }
  }
  return { form, kind, setKind, chosen, setChosen, failure, ask, pending: add.pending, send }
}

/** Renames field errors: the server calls a field of the first title 'titles.0.isbn'. */
function withTitleFields(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('fields' in error)) return error
  const fields = (error.fields ?? {}) as Record<string, string>
  const named = Object.entries(fields).map(([name, text]) => [
    name.replace(/^titles\.0\./, ''),
    text,
  ])
  return Object.defineProperty(error, 'fields', { value: Object.fromEntries(named) })
}

const KindChoice = ({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) => (
  <fieldset aria-label="What to add" className="grid grid-cols-2 gap-2">
    {kinds.map(({ value, label }) => (
      <Button
        key={value}
        variant={kind === value ? 'primary' : 'plain'}
        aria-pressed={kind === value}
        onClick={() => onChange(value)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
)

/** A dialog that adds one title or the titles of a class, with the same limits for all. */
export function AddWantsDialog(props: Props) {
  const { form, kind, setKind, chosen, setChosen, failure, ask, pending, send } = useAddWants(props)
  const count = kind === 'set' ? chosen.length : 1
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Which book do you need?"
      description="Names stay private. Others see how many people want a title."
      width="md"
      hasUnsavedChanges={form.formState.isDirty || chosen.length > 0}
    >
      <FormProvider {...form}>
        <DialogForm
          submit={() => void send()}
          failure={failure}
          pending={pending}
          submitLabel={count > 1 ? `Add ${count} titles` : 'Add'}
          onCancel={props.onClose}
        >
          <KindChoice kind={kind} onChange={setKind} />
          {kind === 'title' ? (
            <TitleFields />
          ) : (
            <TitleSetFields chosen={chosen} onChange={setChosen} />
          )}
          <LimitsFields {...ask} />
        </DialogForm>
      </FormProvider>
    </Dialog>
  )
}

type TitleDraft = { title: string; author: string; isbn: string }

/** Fields for title, author and ISBN. Choosing a suggestion fills in all of them. */
function TitleFields() {
  const { register, watch, setValue, clearErrors, formState } = useFormContext<TitleDraft>()
  const { errors } = formState
  return (
    <>
      <TitleField
        hint="Title or ISBN"
        typed={watch('title')}
        error={errors.title?.message}
        input={register('title')}
        onPick={({ title, author, isbn = '' }) => {
          clearErrors()
          for (const [name, value] of Object.entries({ title, author, isbn }))
            setValue(name as keyof TitleDraft, value, { shouldDirty: true })
        }}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Author" error={errors.author?.message}>
          <Input {...register('author')} />
        </Field>
        <Field label="ISBN" optional error={errors.isbn?.message}>
          <IsbnInput {...register('isbn')} />
        </Field>
      </div>
    </>
  )
}

type TitleSetFieldsProps = {
  chosen: readonly KnownTitle[]
  onChange: (titles: KnownTitle[]) => void
}

/** The books of a class, all of them checked at first. */
function TitleSetFields({ chosen, onChange }: TitleSetFieldsProps) {
  const sets = useRead(listTitleSets, {})
  const [key, setKey] = useState('')
  if (sets.isPending)
    return (
      <Loading text="Loading classes...">
        <Skeleton className="h-11" />
      </Loading>
    )
  if (sets.isError) return <InlineLoadError onRetry={() => void sets.refetch()} />
  const shown = sets.data.sets.find((set) => set.key === key)
  const choose = (next: string) => {
    setKey(next)
    onChange(sets.data.sets.find((set) => set.key === next)?.titles ?? [])
  }
  return (
    <>
      <Field label="Class">
        <Select value={key} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose a class</option>
          {sets.data.sets.map((set) => (
            <option key={set.key} value={set.key}>
              {set.name}
            </option>
          ))}
        </Select>
      </Field>
      {shown && (
        <fieldset>
          <legend className="font-medium text-sm">Untick what you have already</legend>
          {shown.titles.map((title) => (
            <Checkbox
              key={title.title}
              label={<span className="text-sm leading-tight">{title.title}</span>}
              checked={chosen.includes(title)}
              onChange={({ target }) =>
                onChange(
                  shown.titles.filter((one) =>
                    one === title ? target.checked : chosen.includes(one),
                  ),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
