import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Props = {
  id: string
  name: string
  canUnblockHere?: boolean
  /** A swap of the two waits for its people. */
  endsSwap?: boolean | undefined
  onClose: () => void
}

export function BlockDialog({ id, name, canUnblockHere = true, endsSwap, onClose }: Props) {
  const toast = useToast()
  const write = useWrite(blockPerson)
  const confirm = async () => {
    try {
      if (await write.run({ id })) toast({ text: `You blocked ${name}.`, kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, `Failed to block ${name}.`), kind: 'error' })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`Block ${name}?`}
      confirmLabel="Block"
      danger
      pending={write.pending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      You can’t write to each other or make new orders, and don’t see each other’s books. They get
      no message about it, but see that they can’t write to you any more. Open orders go on.{' '}
      {endsSwap && 'This swap ends with it. '}
      You can unblock them {canUnblockHere && 'here or '}in your profile.
    </ConfirmDialog>
  )
}
