import { saveBook } from '#contract/wishlist/hearts.ts'
import { saveSearch } from '#contract/wishlist/searches.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { useShowSaved } from './hearts/use-saved.ts'
import { searchSavedToast } from './searches/save-search-button.tsx'
import { useStoredPlace } from './searches/use-saved-searches.ts'

/** After a login, saves what the guest wanted to save before it, whatever page is open. */
export function CarryOutSave() {
  const save = useWrite(saveBook)
  const keepSearch = useWrite(saveSearch)
  const keepPlace = useStoredPlace()
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
  usePendingAction('save-search', {
    allowed: true,
    isMeant: () => true,
    carryOut: async ({ filters }) => {
      try {
        const kept = await keepSearch.run({ ...filters })
        if (kept) keepPlace(filters, kept.filters)
        toast(searchSavedToast)
      } catch (error) {
        toast({ text: errorMessage(error, 'The search could not be saved.'), kind: 'error' })
      }
    },
  })
  return null
}
