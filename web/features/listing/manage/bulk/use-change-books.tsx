import { changeManyBooks, undoBookChanges } from '#contract/books/bulk-changes.ts'
import type { EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import type { Toast } from '#web/ui/overlays/toasts.tsx'

export type BooksChange = EndpointInput<typeof changeManyBooks>['change']

const undoSeconds = 15

function UndoButton({ id }: { id: string }) {
  const { run } = useAction(undoBookChanges, { failed: 'Could not undo.', done: 'Undone.' })
  return (
    <Button size="sm" variant="ghost" onClick={() => void run({ id })}>
      Undo
    </Button>
  )
}

/** The toast of a change, which can undo it. */
export const changedToast = (
  { _id, can }: ResponseOf<typeof changeManyBooks>,
  text: string,
): Toast => ({
  text,
  seconds: undoSeconds,
  ...(can.includes('undo') && { action: <UndoButton id={_id} /> }),
})

/** Changes a single book. A toast says what was done, and can undo it. */
export function useChangeBook(id: string) {
  const { run, pending } = useAction(changeManyBooks, { failed: '❌ Failed to update book.' })
  return { run: (change: BooksChange) => run({ ids: [id], change }), pending }
}
