import { changeManyBooks, undoBookChanges } from '#contract/books/bulk-changes.ts'
import type { EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useAction } from '#web/forms/use-action.ts'
import { getErrorCode } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { type Toast, useToast } from '#web/ui/overlays/toasts.tsx'

export type BooksChange = EndpointInput<typeof changeManyBooks>['change']

const undoSeconds = 15

/** Undoes a change. If that fails, the toast about it has the button again. */
function UndoButton({ id }: { id: string }) {
  const toast = useToast()
  const { run } = useWrite(undoBookChanges)
  const undo = () =>
    run({ id }).then(
      (result) => result && toast({ text: 'Undone.', kind: 'success' }),
      (error) =>
        toast({
          text: errorMessage(error, 'Could not undo.'),
          kind: 'error',
          ...(getErrorCode(error) !== 'change_not_found' && { action: <UndoButton id={id} /> }),
        }),
    )
  return (
    <Button size="sm" variant="ghost" onClick={() => void undo()}>
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

/** Changes a single book. If that fails, a toast says why. */
export function useChangeBook(id: string) {
  const { run, pending } = useAction(changeManyBooks, { failed: '❌ Failed to update book.' })
  return { run: (change: BooksChange) => run({ ids: [id], change }), pending }
}
