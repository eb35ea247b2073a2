import type { Side } from '#contract/common/endpoint.ts'
import { type Exchange, listExchanges } from '#contract/exchanges/exchanges.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { ExchangeCard } from './exchange-card.tsx'

type Props = {
  side: Side
  /** On the page of what one wants: only the rings that wait for an answer. */
  proposedOnly?: boolean
}

const isOpen = ({ status }: Exchange) => status === 'proposed' || status === 'running'

/** What isn't over; nothing where there is none, or while it isn't known. */
export function OpenExchanges({ side, proposedOnly = false }: Props) {
  const session = useSession()
  const query = useReadPages(listExchanges, {}, { enabled: session?.role === side })
  const shown = query.rows.filter(
    (exchange) => isOpen(exchange) && (!proposedOnly || exchange.status === 'proposed'),
  )
  // An older page may have some, where none of this one is left.
  const loadMore = (
    <LoadMore
      hasMore={query.hasNextPage && !proposedOnly}
      pending={query.isFetchingNextPage}
      failed={query.isFetchNextPageError}
      onMore={() => query.fetchNextPage()}
    />
  )
  if (shown.length === 0) return loadMore
  return (
    <section aria-labelledby="open-exchanges" className="flex flex-col gap-3">
      <h2 id="open-exchanges" className="font-semibold text-xl">
        {proposedOnly ? 'Rings for you' : 'Exchanges'}
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {shown.map((exchange) => (
          <li key={exchange._id}>
            <ExchangeCard exchange={exchange} side={side} />
          </li>
        ))}
      </ul>
      {loadMore}
    </section>
  )
}
