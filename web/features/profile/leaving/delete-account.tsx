import { LogOut, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { leaveShop } from '#contract/accounts/shop-helpers.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { usePasswordQuestion } from '#web/features/profile/password-question.tsx'
import { getErrorCode } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { deleteUnsent } from '#web/session/delete-unsent.ts'
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

type Leaving = (typeof accountEndpoints)[Side]['remove'] | typeof leaveShop

/** Ends the login for good and goes to the home page. `run` rejects with the server's error. */
function useLeaving(endpoint: Leaving) {
  const navigate = useNavigate()
  const toast = useToast()
  const connection = useRealtimeSession()
  const remove = useWrite(endpoint, {
    onDone: ({ message }) => {
      toast({ text: message, kind: 'success' })
      // Navigates first, because otherwise the guard of the current page asks for a login.
      void navigate(paths.home, { flushSync: true })
      connection?.outbox.discardAll()
      clearSession()
      deleteUnsent()
    },
  })
  const run = async (input: { password?: string }) => {
    // Disconnects first. Otherwise the socket might report the end of the session before the
    // response arrives.
    connection?.socket.disconnect()
    try {
      await remove.run(input)
    } catch (error) {
      connection?.socket.connect()
      throw error
    }
  }
  return { run, pending: remove.pending }
}

export function DeleteAccount({ side }: { side: Side }) {
  const { question: title, consequences } = texts[side]
  const failed = 'Failed to delete account.'
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { run, pending } = useLeaving(accountEndpoints[side].remove)
  const { withPassword, question } = usePasswordQuestion({
    title,
    submitLabel: 'Delete',
    fallback: failed,
    danger: true,
  })
  const confirm = async () => {
    setFailure(undefined)
    await withPassword(run).catch(setFailure)
    setAsking(false)
  }
  const code = getErrorCode(failure)
  return (
    <>
      <p className="text-muted">{consequences}</p>
      {failure !== undefined && code !== 'password_needed' && (
        <FormError>{errorMessage(failure, failed)}</FormError>
      )}
      {code === 'account_has_orders' && (
        <TextLink to={paths[side].orders} className="self-start py-2">
          {side === 'buyer' ? 'My Orders' : 'Orders'}
        </TextLink>
      )}
      <Button
        variant="danger"
        className="self-start"
        icon={<Trash2 />}
        onClick={() => setAsking(true)}
      >
        Delete Account
      </Button>
      <ConfirmDialog
        open={isAsking && !question}
        title={title}
        confirmLabel="Delete"
        danger
        pending={pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
      >
        {consequences}
      </ConfirmDialog>
      {question}
    </>
  )
}

/** Ends a helper's work for a shop. */
export function LeaveShop() {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { run, pending } = useLeaving(leaveShop)
  const leave = async () => {
    setFailure(undefined)
    await run({}).catch(setFailure)
    setAsking(false)
  }
  return (
    <>
      <p className="text-muted">
        You are logged out everywhere and can’t log in any more. What you wrote and did stays, with
        your name. The owner is notified.
      </p>
      {failure !== undefined && (
        <FormError>{errorMessage(failure, 'Failed to leave the shop.')}</FormError>
      )}
      <Button
        variant="danger"
        className="self-start"
        icon={<LogOut />}
        onClick={() => setAsking(true)}
      >
        Leave this shop
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Leave this shop?"
        confirmLabel="Leave"
        danger
        pending={pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void leave()}
      >
        Only the owner can invite you again.
      </ConfirmDialog>
    </>
  )
}
