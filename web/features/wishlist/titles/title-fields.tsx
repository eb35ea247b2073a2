import { useFormContext } from 'react-hook-form'
import { IsbnInput } from '#web/forms/isbn-input.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { TitleField } from './title-field.tsx'

export type TitleDraft = { title: string; author: string; isbn: string }

/** Title, author and ISBN; a suggestion fills in all of them. */
export function TitleFields() {
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
