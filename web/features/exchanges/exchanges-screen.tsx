import { ArrowLeftRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { listExchanges } from '#contract/exchanges/exchanges.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { ExchangeCard } from './exchange-card.tsx'

const gridClass = 'grid gap-3 lg:grid-cols-2'

/** All exchanges and rings of a person, the newest first; the same in both areas. */
export function ExchangesScreen({ side }: { side: Side }) {
  return (
    <div className="flex flex-col gap-6">
      <Link to={paths[side].orders} className="self-start text-primary underline">
        {side === 'buyer' ? 'My Orders' : 'Orders'}
      </Link>
      <header className="flex flex-col gap-3">
        <h1 className="font-semibold text-3xl">Exchanges</h1>
        <p className="max-w-prose text-muted">
          Books for books: what you agreed on in a chat, and the rings that Dobara found for{' '}
          <Link to={paths[side].wishlist} className="text-primary underline">
            what you want
          </Link>
          .
        </p>
      </header>
      <List side={side} />
    </div>
  )
}

function List({ side }: { side: Side }) {
  const session = useSession()
  const query = useReadPages(listExchanges, {}, { enabled: session?.role === side })
  const retry = () => void query.refetch()
  if (query.isPending)
    return (
      <Loading text="Loading exchanges..." showsText>
        <div className={gridClass}>
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      </Loading>
    )
  if (query.rows.length === 0)
    return (
      <EmptyState
        icon={<ArrowLeftRight size={40} strokeWidth={1.5} aria-hidden />}
        text={query.isError ? 'Failed to load exchanges.' : 'No exchanges yet.'}
        onRetry={query.isError ? retry : undefined}
        action={
          !query.isError && (
            <>
              <p className="max-w-prose text-muted">
                Say which books you want, and open a copy of yours to exchange. Dobara then looks
                for two to five people whose books can go round: each gives one and gets one. You
                have a day to say yes or no.
              </p>
              <Link to={paths[side].wishlist} className={buttonClass({ variant: 'plain' })}>
                Add wanted titles
              </Link>
            </>
          )
        }
      />
    )
  return (
    <>
      {query.isRefetchError && <InlineLoadError onRetry={retry} />}
      <ul className={gridClass}>
        {query.rows.map((exchange) => (
          <li key={exchange._id}>
            <ExchangeCard exchange={exchange} side={side} />
          </li>
        ))}
      </ul>
      <LoadMore list={query} />
    </>
  )
}
