import { Flag } from 'lucide-react'
import { useState } from 'react'
import { truncate } from '#contract/common/truncate.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** How many letters of a message the report dialog quotes. */
const shownOfMessage = 80

type Props = { subject: 'message' | 'ring-message'; id: string; text: string }

export function MessageMenu({ subject, id, text }: Props) {
  const [isReporting, setReporting] = useState(false)
  return (
    <>
      <Menu
        small
        align="start"
        label="More about this message"
        className="-my-2.5 -ml-3 mr-auto text-muted sm:-my-1 sm:-ml-2"
        items={[
          {
            label: 'Report message',
            icon: <Flag size={18} />,
            onSelect: () => setReporting(true),
          },
        ]}
      />
      {isReporting && (
        <ReportDialog
          subject={subject}
          id={id}
          about={truncate(text, shownOfMessage)}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  )
}
