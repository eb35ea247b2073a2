import { saveBook } from '#contract/books/saved.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { useShowSaved } from './use-saved.ts'

/** Saves what a guest wanted to save, once they have logged in, on whatever page they are then. */
export function CarryOutSave() {
  const save = useWrite(saveBook)
  const showSaved = useShowSaved()
  const toast = useToast()
  usePendingAction('save', {
    allowed: true,
    isMeant: () => true,
    carryOut: async ({ bookId }) => {
      try {
        await save.run({ id: bookId })
        showSaved(bookId, true)
        toast({ text: 'The book is saved.', kind: 'success' })
      } catch (error) {
        toast({ text: errorMessage(error, 'The book could not be saved.'), kind: 'error' })
      }
    },
  })
  return null
}
