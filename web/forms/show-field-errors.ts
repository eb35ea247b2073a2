import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from '#contract/common/error-catalog.ts'

function inScreenOrder(names: string[]): string[] {
  const shown = [...document.querySelectorAll('[name]')].map((field) => field.getAttribute('name'))
  return [...names].sort((a, b) => shown.indexOf(a) - shown.indexOf(b))
}

/**
 * Shows errors at their fields and focuses the uppermost of these. Returns whether there are any
 * errors.
 */
export function showFieldErrors<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  fields: FieldErrors,
): boolean {
  const names = inScreenOrder(Object.keys(fields))
  for (const [index, name] of names.entries())
    form.setError(
      name as Path<Values>,
      { message: fields[name] as string },
      { shouldFocus: index === 0 },
    )
  return names.length > 0
}
