import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatTime } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Props = { link: string; expiresAt: string; name: string; onClose: () => void }

/** Shows a password reset link, the only time it can be seen. */
export function ResetLinkDialog({ link, expiresAt, name, onClose }: Props) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${link}`)
      setCopied(true)
    } catch {
      // The clipboard needs HTTPS and permission; a selected text can still be copied by hand.
      inputRef.current?.select()
    }
  }
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
            value={`${window.location.origin}${link}`}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button
            icon={isCopied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
            onClick={() => void copy()}
          >
            Copy
          </Button>
          <span role="status" className="text-muted">
            {isCopied && 'Copied.'}
          </span>
        </div>
      </div>
    </Dialog>
  )
}
