import { useSearchParams } from 'react-router'
import { type ChatFilter, chatFilters } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { paths } from '#web/paths.ts'

type Shown = { filter?: ChatFilter | undefined; search?: string | undefined; chat?: string }

/** The filters of the list of chats. They are in the URL, beside the open chat. */
export function useChatFilters(side: Side) {
  const [params] = useSearchParams()
  const filter = chatFilters.find((name) => name === params.get('filter'))
  const search = params.get('search')?.trim()
  const shown = {
    ...(filter && { filter }),
    ...(search && { search }),
  }
  /** Returns the path of the same list, with these changes. */
  const pathTo = (changes: Shown = {}) => {
    const shownParams = Object.entries({ ...shown, ...changes }).filter(
      (param): param is [string, string] => param[1] !== undefined,
    )
    const query = new URLSearchParams(shownParams)
    return query.size > 0 ? `${paths[side].chats}?${query}` : paths[side].chats
  }
  return { shown, pathTo }
}
