import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import { type Exchange, listExchanges } from '#contract/exchanges/exchanges.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { exchangePath, paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'
import { nextStepOf, statusOf } from './next-step.ts'
import { legsOf, listOf, payText, titleOf } from './swap-texts.ts'

/** Lists all swaps of a person, newest first. It is the same for both accounts. */
export function ExchangesScreen({ side }: { side: Side }) {
  const session = useSession()
  const query = useReadPages(listExchanges, {}, { enabled: session?.role === side })
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Swaps</h1>
      <ListView
        list={query}
        skeletons={['h-36']}
        loadingText="Loading swaps..."
        emptyIcon={<ArrowLeftRight size={40} strokeWidth={1.5} />}
        emptyText={query.isError ? 'Failed to load swaps.' : 'No swaps yet.'}
        emptyAction={
          <>
            <p className="max-w-prose text-muted">
              Add the books you want, and open one of yours to swap. Dobara then looks for two to
              five people who each give a book and get one.
            </p>
            <LinkButton to={paths[side].wishlist} variant="plain">
              Add wanted titles
            </LinkButton>
          </>
        }
      >
        {(exchanges) => (
          <ul className="grid gap-3 lg:grid-cols-2">
            {exchanges.map((exchange) => (
              <li key={exchange._id}>
                <SwapCard exchange={exchange} side={side} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </div>
  )
}

const titles = (legs: readonly ExchangeLeg[]): string =>
  listOf(legs.map(({ book }) => `“${book.title}”`))

function SwapCard({ exchange, side }: { exchange: Exchange; side: Side }) {
  const { given, received } = legsOf(exchange)
  const next = nextStepOf(exchange)
  const { label, tone } = statusOf(exchange)
  return (
    <article className="relative flex h-full gap-4 rounded-box border border-border bg-surface p-4">
      <div aria-hidden className="flex shrink-0 items-center gap-1 self-start max-[359px]:hidden">
        {[given[0], received[0]].map((leg) => (
          <OrderCover key={leg?.number} book={leg?.book} sizes="40px" className="w-10" />
        ))}
      </div>
      <div className="wrap-anywhere flex min-w-0 flex-1 flex-col gap-1">
        <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="font-semibold text-lg leading-snug">
            <Link
              to={exchangePath(side, exchange._id)}
              className="after:absolute after:inset-0 hover:text-primary"
            >
              {titleOf(exchange)}
            </Link>
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </header>
        <p>
          Your {titles(given)} for {titles(received)}. {payText(exchange)}
        </p>
        {next && (
          <p className="flex items-start gap-1 font-medium text-primary text-sm">
            <ArrowRight size={16} className="mt-0.5 shrink-0" />
            {next}
          </p>
        )}
      </div>
    </article>
  )
}
