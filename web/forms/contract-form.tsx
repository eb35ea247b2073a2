import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useIsStale } from '#web/ui/overlays/stale-actions.tsx'
import { ErrorSummary } from './error-summary.tsx'

export type Submission = { submit: () => void; failure: string | undefined; pending: boolean }

export type FormProps<In extends FieldValues, Out extends FieldValues> = Submission & {
  form: UseFormReturn<In, unknown, Out>
  failureId?: string
  submitLabel: string
  danger?: boolean
  narrow?: boolean
  /** Shows a Cancel button, as in dialogs. */
  onCancel?: () => void
  children: ReactNode
}

export function ContractForm<In extends FieldValues, Out extends FieldValues>({
  form,
  submit,
  failure,
  failureId,
  pending,
  submitLabel,
  danger = false,
  narrow = false,
  onCancel,
  children,
}: FormProps<In, Out>) {
  const isStale = useIsStale(pending)
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
      onSubmit={(event) => {
        event.preventDefault()
        if (!isStale) submit()
      }}
    >
      <FormProvider {...form}>{children}</FormProvider>
      <FormError id={failureId}>{failure}</FormError>
      {form.formState.isSubmitted && <ErrorSummary form={form} />}
      {onCancel ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="plain" onClick={onCancel}>
            {isStale ? 'Close' : 'Cancel'}
          </Button>
          {submitButton}
        </div>
      ) : (
        submitButton
      )}
    </form>
  )
}
