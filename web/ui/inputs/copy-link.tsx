import { Check, Copy, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from './field.tsx'

type Props = {
  /** The path and the fragment of the link. */
  path: string
  /** What a phone shares together with the link. If it is missing, there is no Share button. */
  shareText?: string
}

/** Shows the whole link to a page of this site, to copy or share it. */
export function CopyLink({ path, shareText }: Props) {
  const inputRef = useRef<HTMLInputElement>(null)
  const url = `${window.location.origin}${path}`
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      // The clipboard needs HTTPS and permission. If it fails, the link is selected for copying by
      // hand.
      () => inputRef.current?.select(),
    )
  // The promise rejects if the person closes the phone's share sheet.
  const share = () => navigator.share({ text: shareText ?? '', url }).catch(() => {})
  return (
    <>
      <Field label="Link">
        <Input ref={inputRef} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
          Copy
        </Button>
        {shareText !== undefined && 'share' in navigator && (
          <Button variant="plain" icon={<Share2 />} onClick={() => void share()}>
            Share
          </Button>
        )}
        <span role="status" className="text-muted">
          {isCopied && 'Copied.'}
        </span>
      </div>
    </>
  )
}
