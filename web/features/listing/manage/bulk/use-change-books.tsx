import { changeManyBooks, undoBookChanges } from '#contract/books/manage/bulk-changes.ts'
import type { EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { UndoButton } from '#web/forms/undo-button.tsx'
import { useAction } from '#web/forms/use-action.ts'
import type { Toast } from '#web/ui/overlays/toasts.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'

export type BooksChange = EndpointInput<typeof changeManyBooks>['change']

export type BookSelection = Selection<NonNullable<EndpointInput<typeof changeManyBooks>['found']>>

const undoSeconds = 15

/** The toast of a change, which can undo it. */
export const changedToast = (
  { _id, can }: ResponseOf<typeof changeManyBooks>,
  text: string,
): Toast => ({
  text,
  seconds: undoSeconds,
  ...(can.includes('undo') && {
    action: <UndoButton endpoint={undoBookChanges} input={{ id: _id }} final="change_not_found" />,
  }),
})

/** Changes a single book. If that fails, a toast says why. */
export function useChangeBook(id: string) {
  const { run, pending } = useAction(changeManyBooks, { failed: '❌ Failed to update book.' })
  return { run: (change: BooksChange) => run({ ids: [id], change }), pending }
}
