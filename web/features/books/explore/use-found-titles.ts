import { type FoundTitle, searchTitles } from '#contract/books/titles.ts'
import type { EndpointInput, Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { useUserLocation } from '#web/features/places/user-location.ts'

/**
 * Reads the results of a search. People with a known place also get the place of the nearest copy.
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
