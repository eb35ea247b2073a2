import { type FoundTitle, searchTitles } from '#contract/books/titles.ts'
import type { EndpointInput, Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { useUserLocation } from '#web/features/places/user-location.ts'

/**
 * Reads the results of a search. If the viewer's place is known, each title also has its nearest
 * copy.
 */
export function useFoundTitles(
  input: EndpointInput<typeof searchTitles>,
  initial: Page<FoundTitle> | undefined,
  isSearch = true,
) {
  const from = useUserLocation()?.from
  const isFrom = input.near === undefined && from !== undefined
  return useReadPages(searchTitles, isFrom ? { ...input, near: from } : input, {
    // The server renders the page without the viewer's place.
    initial: isFrom ? undefined : initial,
    enabled: isSearch,
    keepPrevious: true,
  })
}
