import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** All that is wrong with a long form, at the button that was pressed: each line leads to its field. One or two are in sight anyway. */
export function ErrorSummary<In extends FieldValues, Out extends FieldValues>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) {
  const wrong = Object.entries(form.formState.errors as FieldErrors<FieldValues>).flatMap(
    ([name, error]) =>
      typeof error?.message === 'string' ? [{ name, message: error.message }] : [],
  )
  if (wrong.length < 3) return null
  return (
    <div className="rounded-box border border-danger bg-danger-soft px-3 py-2 text-danger text-sm">
      <p className="font-semibold">{wrong.length} fields need a change:</p>
      <ul className="list-disc pl-5">
        {wrong.map(({ name, message }) => (
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
