import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useSubjectChange } from '#web/ui/overlays/open-dialogs.tsx'

type Props = {
  submit: () => void
  failure: string | undefined
  pending: boolean
  submitLabel: string
  danger?: boolean
  onCancel: () => void
  children: ReactNode
}

export function DialogForm({
  submit,
  failure,
  pending,
  submitLabel,
  danger = false,
  onCancel,
  children,
}: Props) {
  const isOver = useSubjectChange(pending) !== undefined
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
      {children}
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={pending}>
            {submitLabel}
          </Button>
        )}
      </div>
    </form>
  )
}
