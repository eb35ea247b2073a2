import { BookUp2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const QuickListingDialog = lazyPart(() =>
  import('./quick-listing-dialog.tsx').then((module) => module.QuickListingDialog),
)

/** Opens the short form that lists a copy for exchange. */
export function QuickListingButton() {
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
          <QuickListingDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
