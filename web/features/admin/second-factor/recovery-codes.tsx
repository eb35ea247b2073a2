import { useRef } from 'react'
import { StepText } from '#web/forms/step-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Shows them, the only time that they can be seen. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null)
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
      <CopyButton
        text={codes.join('\n')}
        variant="plain"
        select={() => list.current && window.getSelection()?.selectAllChildren(list.current)}
      />
      <Button onClick={onClose}>I have kept them</Button>
    </div>
  )
}
