import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { logInBuyer } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { FormDialog } from '#web/forms/dialog-form.tsx'
import { PasswordField } from '#web/forms/fields.tsx'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { deleteUnsent } from '#web/session/drafts.ts'
import { clearSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

const texts = {
  buyer: {
    question: 'Are you sure you want to delete your account? This action cannot be undone.',
    consequences:
      'Your name, email, address and picture are erased. ' +
      'Sellers keep their orders and chats with you, without your name.',
  },
  seller: {
    question: 'Are you sure you want to delete your account?',
    consequences:
      'Your name, email, phone and picture are erased, and your books leave the market. ' +
      'Buyers keep their orders and chats with you, without your name.',
  },
} as const

/** Deletes the account and goes to the home page. `run` rejects with the server's error. */
function useDeleteAccount(side: Side) {
  const navigate = useNavigate()
  const toast = useToast()
  const connection = useRealtimeSession()
  const remove = useWrite(accountEndpoints[side].remove, {
    onDone: ({ message }) => {
      toast({ text: message, kind: 'success' })
      // Navigate first, or the guard of the current page would ask for a login.
      void navigate(paths.home, { flushSync: true })
      connection?.outbox.discardAll()
      clearSession()
      deleteUnsent()
    },
  })
  const run = async (input: { password?: string }) => {
    // Otherwise the socket might report that the session has ended before the response arrives.
    connection?.socket?.disconnect()
    try {
      await remove.run(input)
    } catch (error) {
      connection?.socket?.connect()
      throw error
    }
  }
  return { run, pending: remove.pending }
}

export function DeleteAccount({ side }: { side: Side }) {
  const [step, setStep] = useState<'question' | 'password'>()
  const [failure, setFailure] = useState<string>()
  const [hasOrders, setHasOrders] = useState(false)
  const { run, pending } = useDeleteAccount(side)
  const confirm = async () => {
    setFailure(undefined)
    try {
      await run({})
    } catch (error) {
      const needsPassword = error instanceof AppError && error.code === 'password_needed'
      setStep(needsPassword ? 'password' : undefined)
      setHasOrders(error instanceof AppError && error.code === 'account_has_orders')
      if (!needsPassword) setFailure(errorMessage(error, 'Failed to delete account.'))
    }
  }
  const { question, consequences } = texts[side]
  return (
    <>
      <p className="text-muted">{consequences}</p>
      <FormError>{failure}</FormError>
      {failure && hasOrders && (
        <TextLink to={paths[side].orders} className="self-start py-2">
          {side === 'buyer' ? 'My Orders' : 'Orders'}
        </TextLink>
      )}
      <Button
        variant="danger"
        className="self-start"
        icon={<Trash2 />}
        onClick={() => setStep('question')}
      >
        Delete Account
      </Button>
      <ConfirmDialog
        open={step === 'question'}
        title={question}
        confirmLabel="Delete"
        danger
        pending={pending}
        onCancel={() => setStep(undefined)}
        onConfirm={() => void confirm()}
      >
        {consequences}
      </ConfirmDialog>
      {step === 'password' && (
        <DeleteAccountDialog
          question={question}
          pending={pending}
          onDelete={run}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  )
}

const PasswordForm = logInBuyer.input.pick({ password: true })

type Props = {
  question: string
  pending: boolean
  /** Rejects with the server's error. */
  onDelete: (input: { password: string }) => Promise<void>
  onClose: () => void
}

function DeleteAccountDialog({ question, pending, onDelete, onClose }: Props) {
  const form = useContractForm(PasswordForm, { defaultValues: { password: '' } })
  const [failure, setFailure] = useState<string>()
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await onDelete(values)
    } catch (error) {
      setFailure(showFormError(form, error, 'Failed to delete account.'))
    }
  })
  return (
    <FormDialog
      form={form}
      submission={{ submit: () => !pending && void submit(), failure, pending }}
      title={question}
      submitLabel="Delete"
      danger
      isQuick
      onClose={onClose}
    >
      <p>{errorCatalog.password_needed[1]}</p>
      <PasswordField />
    </FormDialog>
  )
}
