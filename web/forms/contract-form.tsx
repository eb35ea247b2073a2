import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useIsStale } from '#web/ui/overlays/open-dialogs.tsx'
import { ErrorSummary } from './error-summary.tsx'

type Props<In extends FieldValues, Out extends FieldValues> = {
  form: UseFormReturn<In, unknown, Out>
  submit: () => void
  failure: string | undefined
  failureId?: string
  pending: boolean
  submitLabel: string
  narrow?: boolean
  children: ReactNode
}

export function ContractForm<In extends FieldValues, Out extends FieldValues>({
  form,
  submit,
  failure,
  failureId,
  pending,
  submitLabel,
  narrow = false,
  children,
}: Props<In, Out>) {
  const isOver = useIsStale(pending)
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOver) submit()
      }}
    >
      <FormProvider {...form}>{children}</FormProvider>
      <FormError id={failureId}>{failure}</FormError>
      {form.formState.isSubmitted && <ErrorSummary form={form} />}
      {!isOver && (
        <Button type="submit" pending={pending} className={narrow ? 'self-start' : ''}>
          {submitLabel}
        </Button>
      )}
    </form>
  )
}
