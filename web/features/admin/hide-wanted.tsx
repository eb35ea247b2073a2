import { EyeOff } from 'lucide-react'
import { hideWanted, unhideWanted } from '#contract/wishlist/wanted.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonButton } from './reason-dialog.tsx'

type Props = { id: string; title: string; label?: string }

export const HideWanted = ({ id, title, label = 'Hide' }: Props) => (
  <ReasonButton
    button={{
      size: 'sm',
      className: 'text-danger',
      icon: <EyeOff size={16} />,
      label: (
        <>
          {label}
          <span className="sr-only">: {title}</span>
        </>
      ),
    }}
    action={hideWanted}
    toInput={(reason) => ({ id, reason })}
    title="Hide this title?"
    description={title}
    effect="It disappears from Wanted books, but stays on people’s wishlists."
    hint="Saved in the audit log."
    confirmLabel="Hide"
    errorText="Failed to hide the title."
    doneText="Hidden from Wanted books."
  />
)

export function UnhideWanted({ id }: { id: string }) {
  const unhide = useAction(unhideWanted, {
    failed: 'Failed to show the title.',
    done: ({ message }) => message,
  })
  return (
    <Button
      variant="plain"
      size="sm"
      pending={unhide.pending}
      onClick={() => void unhide.run({ id })}
    >
      Show on Wanted books again
    </Button>
  )
}
