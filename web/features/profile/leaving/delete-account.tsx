import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { usePasswordQuestion } from '#web/features/profile/password-question.tsx'
import { getErrorCode } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useLeaving } from './use-leaving.ts'

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
