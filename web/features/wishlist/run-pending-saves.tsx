import { saveSearch } from '#contract/wishlist/searches.ts'
import { useAction } from '#web/forms/use-action.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { usePressHeart } from './hearts/use-saved.ts'
import { searchSavedToast, useStoredPlace } from './searches/save-search-button.tsx'

const always = { allowed: true, matches: () => true }

/** After a login, saves what the guest had wanted to save. Works on every page. */
export function RunPendingSaves() {
  const press = usePressHeart()
  const keepSearch = useAction(saveSearch, { failed: 'The search could not be saved.' })
  const keepPlace = useStoredPlace()
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
    carryOut: async ({ filters }) => {
      const kept = await keepSearch.run({ ...filters })
      if (!kept) return
      keepPlace(filters, kept.filters)
      toast(searchSavedToast)
    },
  })
  return null
}
