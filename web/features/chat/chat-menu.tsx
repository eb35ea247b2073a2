import { Ban, CircleCheck, Flag } from 'lucide-react'
import { useState } from 'react'
import { BlockDialog } from '#web/features/complaints/block-dialog.tsx'
import { ReportDialog } from '#web/features/complaints/report-dialog.tsx'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'

type Partner = { id: string; name: string }

export function ChatMenu({ partner, isBlocked }: { partner: Partner; isBlocked: boolean }) {
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const { unblock } = useUnblock(partner)
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        label="More about this chat"
        items={[
          {
            label: 'Report person',
            icon: <Flag size={18} aria-hidden />,
            onSelect: () => setDialog('report'),
          },
          isBlocked
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
              },
        ]}
      />
      {dialog === 'report' && (
        <ReportDialog subject="person" id={partner.id} about={partner.name} onClose={close} />
      )}
      {dialog === 'block' && <BlockDialog {...partner} onClose={close} />}
    </>
  )
}
