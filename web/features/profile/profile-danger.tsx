import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { messageOf } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { accountCalls } from '#web/features/account/use-profile.ts'
import { paths } from '#web/paths.ts'
import { useConnection } from '#web/realtime/live.tsx'
import { clearSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { DeletePasswordDialog } from './delete-account-dialog.tsx'

const words = {
  buyer: {
    question: 'Are you sure you want to delete your account? This action cannot be undone.',
    what: 'Your name, email, address and picture are erased. Sellers keep their orders and chats with you, without your name.',
  },
  seller: {
    question: 'Are you sure you want to delete your account?',
    what: 'Your name, email, phone and picture are erased, and your books leave the market. Buyers keep their orders and chats with you, without your name.',
  },
} as const

/** Deletes the account and leaves its pages; throws what the server refused. */
function useDeleteAccount(side: Side) {
  const navigate = useNavigate()
  const toast = useToast()
  const connection = useConnection()
  const remove = useWrite(accountCalls[side].remove, {
    onDone: ({ message }) => {
      toast({ text: message, kind: 'good' })
      // Under way before the session ends, so that the guard of this page sees it and doesn't ask for a login.
      void navigate(paths.home, { flushSync: true })
      connection?.outbox.discardAll()
      clearSession()
    },
  })
  const run = async (ask: { password?: string }) => {
    // The end of this page's own connection would come as news, maybe before the answer.
    connection?.socket?.disconnect()
    try {
      await remove.run(ask)
    } catch (error) {
      connection?.socket?.connect()
      throw error
    }
  }
  return { run, pending: remove.pending }
}

/** Leaving for good, after a question, and after the password where the login was long ago. */
export function ProfileDanger({ side }: { side: Side }) {
  const [step, setStep] = useState<'question' | 'password'>()
  const [failure, setFailure] = useState<string>()
  const { run, pending } = useDeleteAccount(side)
  const confirm = async () => {
    setFailure(undefined)
    try {
      await run({})
    } catch (error) {
      const isAsked = error instanceof AppError && error.code === 'password_needed'
      setStep(isAsked ? 'password' : undefined)
      if (!isAsked) setFailure(messageOf(error, 'Failed to delete account.'))
    }
  }
  const { question, what } = words[side]
  return (
    <Card title="Danger Zone" danger>
      <p className="text-muted">{what}</p>
      <FormError>{failure}</FormError>
      <Button
        look="danger"
        className="self-start"
        icon={<Trash2 size={20} aria-hidden />}
        onClick={() => setStep('question')}
      >
        Delete Account
      </Button>
      <Confirm
        open={step === 'question'}
        title={question}
        confirm="Delete"
        danger
        pending={pending}
        onCancel={() => setStep(undefined)}
        onConfirm={() => void confirm()}
      >
        {what}
      </Confirm>
      {step === 'password' && (
        <DeletePasswordDialog
          question={question}
          pending={pending}
          onDelete={run}
          onClose={() => setStep(undefined)}
        />
      )}
    </Card>
  )
}
