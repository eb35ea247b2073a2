import { listWanted, readWantedFilters } from '#contract/wishlist/wanted.ts'
import { defaultPageSize, useRead } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { HideWanted } from '#web/features/admin/hide-wanted.tsx'
import { ReportButton } from '#web/features/complaints/report-button.tsx'
import { HaveThisButton } from '#web/features/listing/quick-listing/have-this-button.tsx'
import { WantedFilters, wantedFilterNames } from '#web/features/wishlist/wanted-filters.tsx'
import { WantedList } from '#web/features/wishlist/wanted-list.tsx'
import { pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { readParams, useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { LinkButton } from '#web/ui/links.tsx'
import type { Route } from './+types/wanted'

export async function loader({ context, request }: Route.LoaderArgs) {
  const filters = readParams(new URL(request.url).searchParams, wantedFilterNames)
  const [wanted, choices] = await Promise.all([
    preload(context, listWanted, { ...filters, limit: defaultPageSize }).catch(() => undefined),
    preload(context, readWantedFilters, {}).catch(() => undefined),
  ])
  return pageData(
    { key: JSON.stringify(filters), wanted, choices },
    { complete: wanted !== undefined && choices !== undefined },
  )
}
export const headers = passHeaders
export const clientLoader = () => ({
  key: undefined,
  wanted: undefined,
  choices: undefined,
})
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Wanted books · Dobara',
    description:
      'Books that students and readers in India want to swap for theirs: by class, branch ' +
      'and city, the most wanted first. Do you have one?',
    matches,
    path: paths.wanted,
  })

export default function WantedPage({ loaderData }: Route.ComponentProps) {
  const { filters, setFilters } = useUrlFilters(wantedFilterNames)
  const isAdmin = !!useAdminToken()
  const side = useSession()?.role === 'seller' ? 'seller' : 'buyer'
  const choices = useRead(readWantedFilters, {}, { initial: loaderData.choices })
  const isInitial = loaderData.key === JSON.stringify(filters)
  return (
    <main id="main" className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8">
      <header className="flex flex-col gap-3">
        <h1 className="font-semibold text-3xl sm:text-4xl">Wanted books</h1>
        <p className="max-w-prose text-muted">Books others want to swap for. Names stay private.</p>
        <LinkButton to={paths[side].wishlist} variant="plain" className="self-start">
          Your wishlist
        </LinkButton>
      </header>
      <WantedFilters filters={filters} choices={choices.data} setFilters={setFilters} />
      <WantedList
        filters={filters}
        initial={isInitial ? loaderData.wanted : undefined}
        action={(row) => (
          <>
            <HaveThisButton row={row} />
            {isAdmin && <HideWanted id={row._id} title={row.title} />}
            {row.can.includes('report') && (
              <ReportButton subject="wanted" id={row._id} about={row.title} path={paths.wanted} />
            )}
          </>
        )}
      />
    </main>
  )
}
