import { Ban, CircleCheck, Flag } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { ConfirmAction } from '#web/forms/action-buttons.tsx'
import { useIsHelper } from '#web/session/session.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { useUnblock } from './use-unblock.ts'

type Props = Omit<ComponentProps<typeof Menu>, 'items'> & {
  person: { id: string; name: string }
  /** Undefined if this menu can't unblock the person; only the profile can. */
  isBlocked?: boolean
  /** True if blocking ends a swap that waits for both people to accept. */
  endsSwap?: boolean
}

export function PersonMenu({ person, isBlocked, endsSwap, ...menu }: Props) {
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const { unblock } = useUnblock(person)
  const close = () => setDialog(undefined)
  const report = {
    label: 'Report person',
    icon: <Flag size={18} />,
    onSelect: () => setDialog('report'),
  }
  const block = isBlocked
    ? {
        label: 'Unblock',
        icon: <CircleCheck size={18} />,
        onSelect: () => void unblock(),
      }
    : {
        label: 'Block',
        icon: <Ban size={18} />,
        danger: true,
        onSelect: () => setDialog('block'),
      }
  return (
    <>
      <Menu {...menu} items={useIsHelper() ? [report] : [report, block]} />
      {dialog === 'report' && (
        <ReportDialog subject="person" id={person.id} about={person.name} onClose={close} />
      )}
      {dialog === 'block' && (
        <BlockDialog
          {...person}
          canUnblockHere={isBlocked !== undefined}
          endsSwap={endsSwap}
          onClose={close}
        />
      )}
    </>
  )
}

type BlockDialogProps = {
  id: string
  name: string
  canUnblockHere: boolean
  endsSwap?: boolean | undefined
  onClose: () => void
}

const BlockDialog = ({ id, name, canUnblockHere, endsSwap, onClose }: BlockDialogProps) => (
  <ConfirmAction
    endpoint={blockPerson}
    input={{ id }}
    failed={`Failed to block ${name}.`}
    done={`You blocked ${name}.`}
    title={`Block ${name}?`}
    confirmLabel="Block"
    danger
    onClose={onClose}
  >
    You can’t write to each other or make new orders, and don’t see each other’s books. They get no
    message about it, but see that they can’t write to you any more. Open orders go on.{' '}
    {endsSwap && 'This swap ends with it. '}
    You can unblock them {canUnblockHere && 'here or '}in your profile.
  </ConfirmAction>
)
