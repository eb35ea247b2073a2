import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

type Props = {
  id: string
  name: string
  canUnblockHere?: boolean
  /** A swap of the two waits for its people. */
  endsSwap?: boolean | undefined
  onClose: () => void
}

export function BlockDialog({ id, name, canUnblockHere = true, endsSwap, onClose }: Props) {
  const block = useAction(blockPerson, {
    failed: `Failed to block ${name}.`,
    done: `You blocked ${name}.`,
  })
  return (
    <ConfirmDialog
      open
      title={`Block ${name}?`}
      confirmLabel="Block"
      danger
      pending={block.pending}
      onCancel={onClose}
      onConfirm={() => void block.run({ id }).then(onClose)}
    >
      You can’t write to each other or make new orders, and don’t see each other’s books. They get
      no message about it, but see that they can’t write to you any more. Open orders go on.{' '}
      {endsSwap && 'This swap ends with it. '}
      You can unblock them {canUnblockHere && 'here or '}in your profile.
    </ConfirmDialog>
  )
}
