import { Link } from 'react-router'
import type { ChatFilter } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
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

const linkClass = `inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full border
  border-border px-3 text-sm hover:bg-sunken sm:min-h-9 aria-[current]:border-primary
  aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary`

/** A search and filters. Offers to answer are a link of the dashboard, so they are shown only there. */
export function ChatFilters({ side }: { side: Side }) {
  const { shown, pathTo } = useChatFilters(side)
  const { setFilters } = useUrlFilters(['search'])
  const { search } = shown
  const all = [undefined, ...filtersOf[side]]
  const links = all.filter((name) => name !== 'offers' || name === shown.filter)
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
      <ScrollBox role="group" aria-label="Filters" className="-mx-3 overflow-x-auto px-3 py-1">
        <nav aria-label="Chat filters" className="flex w-max gap-2">
          {links.map((name) => (
            <Link
              key={name ?? 'all'}
              to={pathTo({ filter: name })}
              preventScrollReset
              aria-current={name === shown.filter ? 'page' : undefined}
              className={linkClass}
            >
              {name ? labels[name] : 'All'}
            </Link>
          ))}
        </nav>
      </ScrollBox>
    </div>
  )
}
