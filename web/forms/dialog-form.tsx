import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'

type Props = {
  submit: () => void
  failure: string | undefined
  pending: boolean
  submitLabel: string
  danger?: boolean
  onCancel: () => void
  children: ReactNode
}

export const DialogForm = ({
  submit,
  failure,
  pending,
  submitLabel,
  danger = false,
  onCancel,
  children,
}: Props) => (
  <form
    noValidate
    className="flex flex-col gap-4"
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    {children}
    <FormError>{failure}</FormError>
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="plain" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={pending}>
        {submitLabel}
      </Button>
    </div>
  </form>
)
