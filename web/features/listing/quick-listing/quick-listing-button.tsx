import { BookUp2 } from 'lucide-react'
import { Suspense } from 'react'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const QuickListingDialog = lazyPart(() =>
  import('./quick-listing-dialog.tsx').then((module) => module.QuickListingDialog),
)

/** A button for the short form that lists a copy for exchange. */
export const QuickListingButton = () => (
  <DialogButton label="What can you give?" variant="plain" icon={<BookUp2 />}>
    {(close) => (
      <Suspense>
        <QuickListingDialog onClose={close} />
      </Suspense>
    )}
  </DialogButton>
)
