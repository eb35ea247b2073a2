import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from '#contract/common/errors.ts'

/** Shows errors at their fields and focuses the first one; returns whether there are any. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: FieldErrors,
): boolean {
  const errors = Object.entries(fields)
  for (const [index, [name, message]] of errors.entries())
    form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
  return errors.length > 0
}
