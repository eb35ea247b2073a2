import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { hideWanted, unhideWanted } from '#contract/wishlist/wanted.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = { id: string; title: string; label?: string }

/** The admins' button that hides a title from the page of wanted books. */
export function HideWanted({ id, title, label = 'Hide' }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        className="text-danger"
        icon={<EyeOff size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
        <span className="sr-only">: {title}</span>
      </Button>
      {isOpen && (
        <ReasonDialog
          action={hideWanted}
          id={id}
          title="Hide this title?"
          description={title}
          effect="It disappears from Wanted books, but stays on people’s wishlists."
          hint="Saved in the audit log."
          confirmLabel="Hide"
          errorText="Failed to hide the title."
          doneText="Hidden from Wanted books."
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export function UnhideWanted({ id }: { id: string }) {
  const toast = useToast()
  const write = useWrite(unhideWanted)
  const run = async () => {
    try {
      const done = await write.run({ id })
      if (done) toast({ text: done.message, kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to show the title.'), kind: 'error' })
    }
  }
  return (
    <Button variant="plain" size="sm" pending={write.pending} onClick={() => void run()}>
      Show on Wanted books again
    </Button>
  )
}
