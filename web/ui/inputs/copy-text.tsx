import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Field, Input } from './field.tsx'

type TextProps = {
  label: string
  hint?: string
  value: string
  copyLabel?: string
  children?: ReactNode
}

/** Shows a text that people copy. `children` is shown beside the button. */
export function CopyText({ label, hint, value, copyLabel = 'Copy', children }: TextProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      // The clipboard needs HTTPS and permission. If it fails, the text is selected for copying by
      // hand.
      () => inputRef.current?.select(),
    )
  return (
    <>
      <Field label={label} hint={hint}>
        <Input ref={inputRef} readOnly value={value} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
          {copyLabel}
        </Button>
        {children}
        <span role="status" className="text-muted">
          {isCopied && 'Copied.'}
        </span>
      </div>
    </>
  )
}

type LinkProps = {
  /** The path and the fragment of the link. */
  path: string
  /** The text that a phone shares with the link. If it is missing, there is no Share button. */
  shareText?: string
}

/** Shows the whole link to a page of this site, to copy or share it. */
export const CopyLink = ({ path, shareText }: LinkProps) => (
  <CopyText label="Link" value={`${window.location.origin}${path}`}>
    {shareText !== undefined && 'share' in navigator && (
      <ShareButton text={shareText} path={path} />
    )}
  </CopyText>
)
