import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type Props = {
  text: string
  variant?: 'primary' | 'plain'
  /** Selects the text to copy it by hand, because the clipboard needs HTTPS and permission. */
  select: () => void
}

export function CopyButton({ text, variant = 'primary', select }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      select()
    }
  }
  return (
    <div className="flex items-center gap-3">
      <Button variant={variant} icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status" className="text-muted">
        {isCopied && 'Copied.'}
      </span>
    </div>
  )
}
