import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'

const minErrors = 3

/** Lists the errors of a form, with links to their fields. If there are few, shows nothing. */
export function ErrorSummary<In extends FieldValues, Out extends FieldValues>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) {
  const errors = Object.entries(form.formState.errors as FieldErrors<FieldValues>).flatMap(
    ([name, error]) =>
      typeof error?.message === 'string' ? [{ name, message: error.message }] : [],
  )
  if (errors.length < minErrors) return null
  return (
    <div className="rounded-box border border-danger bg-danger-soft px-3 py-2 text-danger text-sm">
      <p className="font-semibold">{errors.length} fields need to be corrected:</p>
      <ul className="list-disc pl-5">
        {errors.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              className="py-1 text-left underline underline-offset-4"
              onClick={() => form.setFocus(name as Path<In>)}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
