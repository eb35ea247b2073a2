import { Store } from 'lucide-react'
import { suggestSearches } from '#contract/books/suggestions.ts'
import { useRead } from '#web/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'

/** Links to the shops that a search names, for those who didn't choose a suggestion. */
export function ShopSuggestions({ search }: { search: string }) {
  // The same question as while typing, so it is usually in the cache.
  const typed = search.trim().toLowerCase()
  const { data } = useRead(suggestSearches, { typed }, { enabled: typed !== '' })
  const found = typed === '' ? [] : (data?.suggestions ?? [])
  return found.map(
    (one) =>
      one.kind === 'shop' && (
        <LinkButton
          key={one.seller}
          to={paths.sellerPage(one.seller)}
          variant="plain"
          size="sm"
          className="wrap-anywhere py-1"
          icon={<Store size={16} className="shrink-0" />}
        >
          {one.city ? `${one.text}, ${one.city}` : one.text}
        </LinkButton>
      ),
  )
}
