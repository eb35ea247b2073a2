import { useState } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import { formatCount } from '#contract/common/numbers.ts'
import { type KnownTitle, listTitleSets } from '#contract/wishlist/titles.ts'
import { addWants } from '#contract/wishlist/wants.ts'
import { useRead } from '#web/api/hooks.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { IsbnInput } from '#web/forms/isbn-input.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/inputs/field.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import {
  type LimitsDraft,
  LimitsFields,
  limitsInput,
  limitsOf,
  type PersonPlace,
} from './limits-fields.tsx'
import { TitleField } from './title-field.tsx'

type TitleDraft = { title: string; author: string; isbn: string }

/** `chosen` has the chosen titles of a class. It is undefined if one title is typed instead. */
type Draft = LimitsDraft & TitleDraft & { chosen: KnownTitle[] | undefined }

const doneText = ({ added, kept }: { added: number; kept: number }): string =>
  added === 0
    ? 'It’s on your wishlist already.'
    : kept === 0
      ? `Added ${formatCount(added, 'title')}.`
      : `Added ${formatCount(added, 'title')}. The others were on your wishlist already.`

type Props = { place: PersonPlace; initial?: KnownTitle | undefined; onClose: () => void }

/** A dialog that adds one title or the titles of a class, with the same limits for all. */
export function AddWantsDialog({ place, initial, onClose }: Props) {
  const { title = '', author = '', isbn = '' } = initial ?? {}
  const form = useForm<Draft>({
    defaultValues: { ...limitsOf(place), title, author, isbn, chosen: undefined },
  })
  useFormDraft(form, `wants ${title}`)
  const chosen = form.watch('chosen')
  const setChosen = (titles: KnownTitle[] | undefined) =>
    form.setValue('chosen', titles, { shouldDirty: true })
  const submission = useSubmit(form, addWants, {
    toInput: ({ title, author, isbn, chosen, ...limits }) => ({
      titles: (chosen ?? [{ title, author, isbn }]).map(({ title, author, isbn }) => ({
        title,
        author,
        isbn,
      })),
      ...limitsInput(limits, place),
    }),
    fallback: 'Failed to add.',
    done: doneText,
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Which book do you need?"
      description="Names stay private. Others see how many people want a title."
      width="md"
      submitLabel={chosen && chosen.length > 1 ? `Add ${chosen.length} titles` : 'Add'}
    >
      <fieldset aria-label="What to add" className="grid grid-cols-2 gap-2">
        {['One title', 'All of a class'].map((label, index) => {
          const isPressed = (index === 0) === (chosen === undefined)
          return (
            <Button
              key={label}
              variant={isPressed ? 'primary' : 'plain'}
              aria-pressed={isPressed}
              onClick={() => isPressed || setChosen(index === 0 ? undefined : [])}
            >
              {label}
            </Button>
          )
        })}
      </fieldset>
      {chosen ? <TitleSetFields chosen={chosen} onChange={setChosen} /> : <TitleFields />}
      <LimitsFields place={place} />
    </FormDialog>
  )
}

function TitleFields() {
  const { register, formState } = useFormContext<TitleDraft>()
  const { errors } = formState
  /** The title and author may be left out if the ISBN is given. */
  const requiredAs = (label: string) => ({
    validate: (text: string, { isbn }: TitleDraft) =>
      text.trim() !== '' || isbn.trim() !== '' || `${label} is required.`,
  })
  return (
    <>
      <TitleField rules={requiredAs('Title')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Author" error={errors.author?.message}>
          <Input {...register('author', requiredAs('Author'))} />
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

/** Lets a person choose a class and its books. All of them are checked at first. */
function TitleSetFields({ chosen, onChange }: TitleSetFieldsProps) {
  const query = useRead(listTitleSets, {})
  const [key, setKey] = useState('')
  const titlesOf = (key: string) => query.data?.sets.find((set) => set.key === key)?.titles ?? []
  const shown = titlesOf(key)
  const isChosen = ({ title }: KnownTitle) => chosen.some((one) => one.title === title)
  return (
    <>
      <QueryView query={query} skeletons={['h-11']}>
        {({ sets }) => (
          <Field label="Class">
            <Select
              value={key}
              onChange={({ target }) => {
                setKey(target.value)
                onChange(titlesOf(target.value))
              }}
            >
              <option value="">Choose a class</option>
              {sets.map((set) => (
                <option key={set.key} value={set.key}>
                  {set.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </QueryView>
      {shown.length > 0 && (
        <fieldset>
          <legend className="font-medium text-sm">Untick what you have already</legend>
          {shown.map((title) => (
            <Checkbox
              key={title.title}
              label={<span className="text-sm leading-tight">{title.title}</span>}
              checked={isChosen(title)}
              onChange={({ target }) =>
                onChange(shown.filter((one) => (one === title ? target.checked : isChosen(one))))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
