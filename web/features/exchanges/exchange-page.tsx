import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { readExchange } from '#contract/exchanges/exchanges.ts'
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
import { statusOf } from './next-step.ts'
import { Ring } from './ring.tsx'
import { titleOf } from './swap-texts.ts'

/** Who gives what to whom, what is paid, and what comes next; the same by both accounts. */
export function ExchangePage({ exchangeId, side }: { exchangeId: string; side: Side }) {
  const session = useSession()
  const query = useRead(readExchange, { exchangeId }, { enabled: session?.role === side })
  const retry = () => void query.refetch()
  const exchange = query.data
  useExchangeNoticesRead(exchangeId, exchange?.case?.openedAt ?? exchange?.status)
  const status = exchange && statusOf(exchange)
  const number = `Swap ${shortOrderId(exchangeId)}`
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <Link to={paths[side].exchanges} className="self-start text-primary underline">
        Swaps
      </Link>
      <header className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-3xl">{exchange ? titleOf(exchange) : number}</h1>
        {status && <Badge tone={status.tone}>{status.label}</Badge>}
        {exchange && <p className="w-full text-muted text-sm">{number}</p>}
      </header>
      {exchange ? (
        <>
          {query.isError && <InlineLoadError onRetry={retry} />}
          {exchange.kind === 'ring' ? (
            <Ring exchange={exchange} side={side} />
          ) : (
            <AgreedExchange exchange={exchange} side={side} />
          )}
        </>
      ) : isRefusal(query.error) ? (
        <LoadError text="Swap not found." />
      ) : query.isError ? (
        <LoadError text="Failed to load the swap. Please try again." onRetry={retry} />
      ) : (
        <Loading>
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-64" />
            <Skeleton className="h-64" />
          </div>
        </Loading>
      )}
    </div>
  )
}
