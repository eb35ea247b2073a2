import type { ComponentProps, ReactNode } from 'react'
import { z } from 'zod'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import { blankAsAbsent, multiLine, singleLine } from '#contract/common/schemas.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'

const Reason = {
  singleLine: singleLine('Reason', maxLength.reason),
  multiLine: multiLine('Reason', maxLength.reason),
}

/** An action for which an admin gives a reason, and the texts of the dialog that asks for it. */
export type Question<E extends Endpoint = Endpoint> = {
  action: E
  /** `reason` is '' if it is optional and was left empty. */
  toInput: (reason: string) => EndpointInput<E>
  title: string
  description?: string
  effect?: string
  label?: string
  /** Says who reads the reason. */
  hint: string
  confirmLabel: string
  errorText: string
  doneText: string
  danger?: boolean
  isOptional?: boolean
  isMultiLine?: boolean
  children?: ReactNode
}

function ReasonDialog<E extends Endpoint>({
  action,
  toInput,
  effect,
  label = 'Reason',
  hint,
  confirmLabel,
  errorText,
  doneText,
  danger = true,
  isOptional = false,
  isMultiLine = false,
  onClose,
  children,
  ...head
}: Question<E> & { onClose: () => void }) {
  const Text = Reason[isMultiLine ? 'multiLine' : 'singleLine']
  const form = useContractForm(z.object({ reason: isOptional ? blankAsAbsent(Text) : Text }), {
    defaultValues: { reason: '' },
  })
  const submission = useSubmit(form, action, {
    toInput: ({ reason }) => toInput(reason ?? ''),
    fallback: errorText,
    done: doneText,
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      danger={danger}
      {...head}
      submitLabel={confirmLabel}
    >
      {effect && <p className="text-muted">{effect}</p>}
      <div className="text-muted empty:hidden">{children}</div>
      <TextAreaField name="reason" label={label} optional={isOptional} hint={hint} />
    </FormDialog>
  )
}

type ReasonButtonProps<E extends Endpoint> = Question<E> & {
  button: Omit<ComponentProps<typeof DialogButton>, 'children'>
}

/** A button that asks for a reason before it carries out its action. */
export const ReasonButton = <E extends Endpoint>({ button, ...question }: ReasonButtonProps<E>) => (
  <DialogButton variant="plain" {...button}>
    {(close) => <ReasonDialog {...question} onClose={close} />}
  </DialogButton>
)
