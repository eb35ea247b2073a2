import type { ChangeEvent, ReactNode } from 'react'
import {
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import { useIsStale } from '#web/ui/overlays/stale-actions.tsx'

const minErrors = 3

export type Submission = {
  submit: () => void
  failure: string | undefined
  pending: boolean
  /** The sent share of an upload, from 0 to 1. */
  progress?: number | undefined
}

export type FormProps<In extends FieldValues, Out extends FieldValues> = Submission & {
  form: UseFormReturn<In, unknown, Out>
  failureId?: string
  submitLabel: string
  danger?: boolean
  narrow?: boolean
  /** If given, the form has a Cancel button, as in dialogs. */
  onCancel?: () => void
  cancelLabel?: string
  onChange?: (event: ChangeEvent<HTMLFormElement>) => void
  children: ReactNode
}

export function ContractForm<In extends FieldValues, Out extends FieldValues>({
  form,
  submit,
  failure,
  failureId,
  pending,
  progress,
  submitLabel,
  danger = false,
  narrow = false,
  onCancel,
  cancelLabel = 'Cancel',
  onChange,
  children,
}: FormProps<In, Out>) {
  const isStale = useIsStale(pending)
  const isUploading = progress !== undefined
  const submitButton = !isStale && (
    <Button
      type="submit"
      variant={danger ? 'danger' : 'primary'}
      pending={pending}
      className={narrow ? 'self-start' : ''}
    >
      {submitLabel}
    </Button>
  )
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isStale) submit()
      }}
    >
      <FormProvider {...form}>{children}</FormProvider>
      {isUploading && <ProgressBar share={progress} label="Uploading" />}
      {/* The key changes with each submission, so that the same failure is announced again. */}
      <div
        key={form.formState.submitCount}
        ref={showFailure}
        className="scroll-mt-4 scroll-mb-20 empty:hidden"
      >
        <FormError id={failureId}>{failure}</FormError>
      </div>
      {form.formState.isSubmitted && <ErrorSummary form={form} />}
      {onCancel ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="plain" onClick={onCancel} disabled={isUploading}>
            {isStale ? 'Close' : cancelLabel}
          </Button>
          {submitButton}
        </div>
      ) : (
        submitButton
      )}
    </form>
  )
}

/** A `ref` that scrolls to a failure, unless a field with an error has the focus. */
function showFailure(box: HTMLElement | null): void {
  if (!box?.textContent || document.activeElement?.matches('[aria-invalid=true]')) return
  box.scrollIntoView({ block: 'nearest' })
}

/** Lists the errors of a form, with links to their fields. If there are few, shows nothing. */
function ErrorSummary<In extends FieldValues, Out extends FieldValues>({
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
