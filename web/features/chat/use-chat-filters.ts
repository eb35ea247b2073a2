import { useSearchParams } from 'react-router'
import { type ChatFilter, chatFilters } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { paths } from '#web/paths.ts'
import { changeParams, readParams } from '#web/ui/hooks/use-url-filters.ts'

type Shown = { filter?: ChatFilter | undefined; search?: string | undefined; chat?: string }

/** The filters of the list of chats. They are in the URL, beside the open chat. */
export function useChatFilters(side: Side) {
  const [params] = useSearchParams()
  const { filter: name, search } = readParams(params, ['filter', 'search'])
  const filter = chatFilters.find((known) => known === name)
  const shown = { ...(filter && { filter }), ...(search && { search }) }
  /** Returns the path of the same list, with these changes. */
  const pathTo = (changes: Shown = {}) => {
    const query = changeParams(new URLSearchParams(), { ...shown, ...changes })
    return query.size > 0 ? `${paths[side].chats}?${query}` : paths[side].chats
  }
  return { shown, pathTo }
}
