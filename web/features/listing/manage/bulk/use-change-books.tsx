import { changeManyBooks, undoBookChanges } from '#contract/books/manage/bulk-changes.ts'
import type { EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { UndoButton } from '#web/forms/undo-button.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { type Toast, useToast } from '#web/ui/overlays/toasts.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'

export type BooksChange = EndpointInput<typeof changeManyBooks>['change']

export type BookSelection = Selection<NonNullable<EndpointInput<typeof changeManyBooks>['found']>>

type Changed = ResponseOf<typeof changeManyBooks>

/** Seeing what was done to many books takes longer. */
const undoSeconds = { one: 15, many: 60 }

/** The toast of a change, which can undo it. */
export const changedToast = ({ _id, can, changed }: Changed, text: string): Toast => ({
  text,
  seconds: changed > 1 ? undoSeconds.many : undoSeconds.one,
  ...(can.includes('undo') && {
    action: <UndoButton endpoint={undoBookChanges} input={{ id: _id }} final="change_not_found" />,
  }),
})

/** Changes a single book. A toast has the `text`, or says why the change failed. */
export function useChangeBook(id: string) {
  const toast = useToast()
  const { run, pending } = useAction(changeManyBooks, { failed: '❌ Failed to update book.' })
  return {
    pending,
    change: async (change: BooksChange, text: (changed: Changed) => string) => {
      const changed = await run({ ids: [id], change })
      if (changed) toast({ kind: 'success', ...changedToast(changed, text(changed)) })
    },
  }
}
