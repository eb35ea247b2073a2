import { BookUp2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const GiveCopyDialog = lazyPart(() =>
  import('./give-copy-dialog.tsx').then((module) => module.GiveCopyDialog),
)

/** Opens the short form that lists a copy for exchange. */
export function GiveCopyButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="plain"
        icon={<BookUp2 size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        What can you give?
      </Button>
      {isOpen && (
        <Suspense>
          <GiveCopyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
