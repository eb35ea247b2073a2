import { useRef } from 'react'
import { formatTime } from '#web/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Props = { link: string; expiresAt: string; name: string; onClose: () => void }

/** Shows a password reset link, the only time it can be seen. */
export function ResetLinkDialog({ link, expiresAt, name, onClose }: Props) {
  const inputRef = useRef<HTMLInputElement>(null)
  const address = `${window.location.origin}${link}`
  return (
    <Dialog open onClose={onClose} title={`Link for ${name}`}>
      <div className="flex flex-col gap-4">
        <p>
          Send this link only to them: whoever opens it first chooses the password. It works once,
          until <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>, and is not shown again.
        </p>
        <Field label="Link">
          <Input
            ref={inputRef}
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <CopyButton text={address} select={() => inputRef.current?.select()} />
      </div>
    </Dialog>
  )
}
