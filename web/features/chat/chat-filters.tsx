import { type ChatFilter, countChats } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { CountLinks } from '#web/ui/count-links.tsx'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { useChatFilters } from './use-chat-filters.ts'

const labels: Record<ChatFilter, string> = {
  unanswered: 'Unanswered',
  offers: 'Offers',
  orders: 'With an order',
}
const filtersOf: Record<Side, readonly ChatFilter[]> = {
  buyer: ['offers', 'orders'],
  seller: ['unanswered', 'offers', 'orders'],
}

/** A search and filters with counts. Offers are shown only if one waits for an answer. */
export function ChatFilters({ side }: { side: Side }) {
  const { shown, pathTo } = useChatFilters(side)
  const { setFilters } = useUrlFilters(['search'])
  const { search } = shown
  const { data: counts } = useRead(countChats, search ? { search } : {}, { keepPrevious: true })
  const all = [undefined, ...filtersOf[side]]
  const links = all.filter((name) => name !== 'offers' || name === shown.filter || counts?.offers)
  return (
    <div className="flex flex-col gap-2 px-3 pt-3">
      <search className="flex max-w-md">
        <SearchBox
          label="Find by name, title or order ID"
          placeholder="Name, title or order ID"
          value={search ?? ''}
          onSearch={(search) => setFilters({ search })}
        />
      </search>
      <CountLinks
        look="pills"
        boxLabel="Filters"
        label="Which of them"
        links={links.map((name) => ({
          name: name ?? 'all',
          label: name ? labels[name] : 'All',
          to: pathTo({ filter: name }),
          count: counts?.[name ?? 'all'],
        }))}
        open={shown.filter ?? 'all'}
      />
    </div>
  )
}
