import type { SearchFilters } from '#contract/wishlist/searches.ts'
import { errorMessage } from '#web/api/client.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { searchSavedToast } from './search-saved-toast.tsx'
import { TellMeButton } from './tell-me-button.tsx'
import { useKeptPlace, useOpened, useSavedSearch } from './use-saved-searches.ts'

type Props = { filters: SearchFilters; isProminent: boolean }

export function BuyerTellMe({ filters, isProminent }: Props) {
  const { saved, isSending, toggle } = useSavedSearch(filters)
  const keepPlace = useKeptPlace()
  const toast = useToast()
  useOpened(saved)
  async function press() {
    const wasSaved = saved !== undefined
    try {
      const kept = await toggle()
      if (kept) keepPlace(filters, kept.filters)
      toast(wasSaved ? { text: 'We won’t tell you about this search any more.' } : searchSavedToast)
    } catch (error) {
      const fallback = wasSaved ? 'The search is still saved.' : 'The search could not be saved.'
      toast({ text: errorMessage(error, fallback), kind: 'error' })
    }
  }
  return (
    <TellMeButton
      filters={filters}
      isProminent={isProminent}
      isSaved={saved !== undefined}
      isSending={isSending}
      onPress={() => void press()}
    />
  )
}
