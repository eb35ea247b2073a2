import { usePendingAction } from '#web/session/use-pending-action.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { usePressHeart } from './hearts/use-saved.ts'
import { useSaveSearch } from './searches/save-search-button.tsx'

const always = { allowed: true, matches: () => true }

/** After a login, saves what the guest wanted to save. Works on every page. */
export function RunPendingSaves() {
  const press = usePressHeart()
  const saveSearch = useSaveSearch()
  const toast = useToast()
  usePendingAction('save', {
    ...always,
    carryOut: ({ bookId }) =>
      press(
        { bookId, isSaved: true },
        { onSuccess: () => toast({ text: 'The book is saved.', kind: 'success' }) },
      ),
  })
  usePendingAction('save-search', {
    ...always,
    carryOut: ({ filters }) => saveSearch.run(filters),
  })
  return null
}
