import { Suspense } from 'react'
import { readAdminStats } from '#contract/admin/admin.ts'
import { useRead } from '#web/api/hooks.ts'
import { StatCards, StatCardsSkeleton } from '#web/features/reports/stat-cards.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { InlineLoadError, PartLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

const OverviewBars = lazyPart(
  () => import('#web/features/reports/overview-bars.tsx').then((module) => module.OverviewBars),
  PartLoadError,
)

export const meta = privateMeta('Dashboard · Admin')

export default function Dashboard() {
  const stats = useRead(readAdminStats, {})
  const { bookCount = 0, buyerCount = 0, sellerCount = 0, orderCount = 0 } = stats.data ?? {}
  const counts = [
    { name: 'Total Books', count: bookCount },
    { name: 'Buyers', count: buyerCount },
    { name: 'Sellers', count: sellerCount },
    { name: 'Orders', count: orderCount },
  ]
  const bars = [
    { name: 'Buyers', count: buyerCount },
    { name: 'Sellers', count: sellerCount },
    { name: 'Books', count: bookCount },
    { name: 'Orders', count: orderCount },
  ]
  const loading = <Loading skeletons={['h-[300px]']} />
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Dashboard</h1>
      {stats.isError && !stats.data && <InlineLoadError onRetry={() => void stats.refetch()} />}
      {stats.isPending ? (
        <StatCardsSkeleton />
      ) : (
        <StatCards
          cards={counts.map(({ name, count }) => ({ name, value: count.toLocaleString('en-IN') }))}
        />
      )}
      <Card title="Overview Chart">
        {stats.isPending ? (
          loading
        ) : (
          <Suspense fallback={loading}>
            <OverviewBars bars={bars} />
          </Suspense>
        )}
      </Card>
    </div>
  )
}
