// A modal with a form in it: the browser's Back closes the modal, not the page, and nothing entered is lost unasked.
import type { ComponentProps } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Dialog, Discard } from '#web/ui/dialog.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'keep'> & {
  /** Something was entered that closing would lose. */
  keep: boolean
}

export function FormDialog({ keep, onClose, ...rest }: Props) {
  const blocker = useBlocker(({ historyAction }) => {
    if (historyAction !== 'POP') return false
    if (!keep) onClose()
    return true
  })
  useBeforeUnload((event) => {
    if (keep) event.preventDefault()
  })
  return (
    <>
      <Dialog open keep={keep} onClose={onClose} {...rest} />
      <Discard open={blocker.state === 'blocked' && keep} onKeep={() => blocker.reset?.()} onDiscard={onClose} />
    </>
  )
}
