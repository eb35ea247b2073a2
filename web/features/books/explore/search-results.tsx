import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { bestMatch, titlesInput } from '#web/features/books/explore/filters/filters.ts'
import { useShelves } from '#web/features/books/explore/shelves/use-shelves.ts'
import { resultsPreviewSize } from '#web/features/books/policy.ts'
import { TitleGrid } from '#web/features/books/titles/title-grid.tsx'
import { useWhereabouts } from '#web/features/places/whereabouts.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { BookGridSkeleton } from './book-grid.tsx'
import type { ShelvesData } from './preview.ts'
import { formatTotal } from './total.ts'
import { useFoundTitles } from './use-found-titles.ts'

type Props = {
  search: string
  branch: string | undefined
  initial: Page<FoundTitle> | undefined
  preview: ShelvesData | undefined
}

/** What fits a search best, above the shelves, which say so where nothing does. */
export function SearchResults({ search, branch, initial, preview }: Props) {
  const asked = { search, ...(branch && { branch }) }
  const from = useWhereabouts()?.from
  const titles = useFoundTitles(titlesInput(asked, false), initial)
  if (titles.isPending) return <BookGridSkeleton />
  if (titles.isError && titles.rows.length === 0)
    return <NotLoaded asked={asked} preview={preview} onRetry={() => void titles.refetch()} />
  if (titles.rows.length === 0) return null
  const all = new URLSearchParams({ ...asked, sort: bestMatch })
  const { total = titles.rows.length, isMinimum } = titles
  return (
    <section
      aria-labelledby="results"
      className={`flex flex-col gap-4 transition-opacity
        ${titles.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={titles.isPlaceholderData}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="results" className="font-semibold text-2xl">
          Best matches
        </h2>
        <p className="text-muted" role="status">
          {formatTotal(total, isMinimum)}
          {total > 1 && ` · equal matches: ${from ? 'nearby' : 'cheapest'} first`}
        </p>
      </div>
      <TitleGrid titles={titles.rows.slice(0, resultsPreviewSize)} />
      {(total > resultsPreviewSize || isMinimum) && (
        <Link
          to={`?${all}`}
          className="inline-flex items-center gap-1 self-start py-2 font-medium text-primary
            hover:underline"
        >
          {formatTotal(total, isMinimum)}: see as a list
          <ArrowRight size={16} aria-hidden />
        </Link>
      )}
    </section>
  )
}

type NotLoadedProps = {
  asked: { search: string; branch?: string }
  preview: ShelvesData | undefined
  onRetry: () => void
}

/** Said once: where there are no shelves either, they say it. */
function NotLoaded({ asked: { search, branch }, preview, onRetry }: NotLoadedProps) {
  const shelves = useShelves(search, branch)
  const hasShelves = preview !== undefined || shelves.data !== undefined
  if (!hasShelves) return null
  return (
    <section aria-labelledby="results" className="flex flex-col gap-4">
      <h2 id="results" className="font-semibold text-2xl">
        Best matches
      </h2>
      <LoadError text="Failed to fetch books." onRetry={onRetry} />
    </section>
  )
}
