import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { StepText } from '#web/forms/step-text.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shows them, the only time that they can be seen. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(true)
    } catch {
      // The clipboard needs HTTPS and permission; a selected text can still be copied by hand.
      if (list.current) window.getSelection()?.selectAllChildren(list.current)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <StepText>
        The second factor is set up. Keep these codes somewhere you can get at without your phone:
        each one logs you in once in place of a code from the app. They are not shown again.
      </StepText>
      <ul
        ref={list}
        aria-label="Recovery codes"
        className="flex flex-col gap-1 self-stretch rounded-box bg-sunken p-3 text-center font-mono
          text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center gap-3">
        <Button
          variant="plain"
          icon={isCopied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <span role="status" className="text-muted">
          {isCopied && 'Copied.'}
        </span>
      </div>
      <Button onClick={onClose}>I have kept them</Button>
    </div>
  )
}
