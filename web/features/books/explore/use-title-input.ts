import type { searchTitles } from '#contract/books/titles.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { useWhereabouts } from '#web/features/places/whereabouts.ts'

/** A search for titles, which names the nearest copy to whoever has said where they are. */
export function useTitleInput<I extends EndpointInput<typeof searchTitles>>(input: I): I {
  const from = useWhereabouts()?.from
  return input.near === undefined && from !== undefined ? { ...input, near: from } : input
}
