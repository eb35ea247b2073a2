import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { type Exchange, readExchange } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { useRead } from '#web/api/hooks.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { useExchangeNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { InlineLoadError, LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { AgreedExchange } from './agreed-exchange.tsx'
import { statusOf } from './labels.ts'
import { Ring } from './ring/ring.tsx'
import { ringTitle } from './ring/ring-texts.ts'

/** Who gives what to whom, what is paid, and what comes next; the same by both accounts. */
export function ExchangePage({ exchangeId, side }: { exchangeId: string; side: Side }) {
  const session = useSession()
  const query = useRead(readExchange, { exchangeId }, { enabled: session?.role === side })
  const retry = () => void query.refetch()
  const status = query.data && statusOf(query.data)
  const isRing = query.data?.kind === 'ring'
  const name = `Exchange ${shortOrderId(exchangeId)}`
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <Link to={paths[side].exchanges} className="self-start text-primary underline">
        Exchanges
      </Link>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-3xl">
          {query.data && isRing ? ringTitle(query.data) : name}
        </h1>
        {status && <Badge tone={status.tone}>{status.label}</Badge>}
        {isRing && <p className="w-full text-muted text-sm">{name}</p>}
      </header>
      {query.data ? (
        <>
          {query.isError && <InlineLoadError onRetry={retry} />}
          {isRing ? (
            <Ring exchange={query.data} side={side} />
          ) : (
            <DirectExchange exchange={query.data} side={side} />
          )}
        </>
      ) : query.isError ? (
        <FailedToLoad error={query.error} onRetry={retry} />
      ) : (
        <Loading>
          <div className="flex flex-col gap-6">
            <Skeleton className="h-16" />
            <div className="grid gap-4 md:grid-cols-2">
              <Skeleton className="h-64" />
              <Skeleton className="h-64" />
            </div>
          </div>
        </Loading>
      )}
    </div>
  )
}

function DirectExchange({ exchange, side }: { exchange: Exchange; side: Side }) {
  useExchangeNoticesRead(exchange._id, exchange.case?.openedAt)
  return <AgreedExchange exchange={exchange} side={side} />
}

function FailedToLoad({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isRefusal(error)) return <LoadError text="Exchange not found." />
  return <LoadError text="Failed to load the exchange. Please try again." onRetry={onRetry} />
}
