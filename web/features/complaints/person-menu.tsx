import { Ban, CircleCheck, Flag } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { useUnblock } from './use-unblock.ts'

type Props = Omit<ComponentProps<typeof Menu>, 'items'> & {
  person: { id: string; name: string }
  /** Undefined where they can be unblocked in the profile only. */
  isBlocked?: boolean
  /** They are in a swap that waits for both. */
  endsSwap?: boolean
}

/** What to do about somebody who is a nuisance. */
export function PersonMenu({ person, isBlocked, endsSwap, ...menu }: Props) {
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const { unblock } = useUnblock(person)
  const close = () => setDialog(undefined)
  const report = {
    label: 'Report person',
    icon: <Flag size={18} aria-hidden />,
    onSelect: () => setDialog('report'),
  }
  const block = isBlocked
    ? {
        label: 'Unblock',
        icon: <CircleCheck size={18} aria-hidden />,
        onSelect: () => void unblock(),
      }
    : {
        label: 'Block',
        icon: <Ban size={18} aria-hidden />,
        danger: true,
        onSelect: () => setDialog('block'),
      }
  return (
    <>
      <Menu {...menu} items={[report, block]} />
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
