import type { Side } from '#contract/common/endpoint.ts'
import { readExchange } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { useRead } from '#web/api/hooks.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { useExchangeNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { AgreedExchange } from './agreed-exchange.tsx'
import { statusOf } from './next-step.ts'
import { Ring } from './ring.tsx'
import { titleOf } from './swap-texts.ts'

/** The page of one swap. It looks the same in both accounts of the person. */
export function ExchangePage({ exchangeId, side }: { exchangeId: string; side: Side }) {
  const session = useSession()
  const query = useRead(readExchange, { exchangeId }, { enabled: session?.role === side })
  const exchange = query.data
  useExchangeNoticesRead(exchangeId, exchange?.case?.openedAt ?? exchange?.status)
  const status = exchange && statusOf(exchange)
  const number = `Swap ${shortOrderId(exchangeId)}`
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <TextLink to={paths[side].exchanges} className="self-start">
        Swaps
      </TextLink>
      <header className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-3xl">{exchange ? titleOf(exchange) : number}</h1>
        {status && <Badge tone={status.tone}>{status.label}</Badge>}
        {exchange && <p className="w-full text-muted text-sm">{number}</p>}
      </header>
      <QueryView
        query={query}
        skeletons={['h-64', 'h-64']}
        className="grid gap-4 md:grid-cols-2"
        failed={
          isRefusal(query.error) ? 'Swap not found.' : 'Failed to load the swap. Please try again.'
        }
        isFinal={isRefusal(query.error)}
      >
        {(data) =>
          data.kind === 'ring' ? (
            <Ring exchange={data} side={side} />
          ) : (
            <AgreedExchange exchange={data} side={side} />
          )
        }
      </QueryView>
    </div>
  )
}
