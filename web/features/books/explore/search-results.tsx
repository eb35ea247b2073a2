import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { resultsPreviewSize } from '#web/features/books/policy.ts'
import { TitleGrid } from '#web/features/books/titles/title-grid.tsx'
import { BookGridSkeleton } from './book-grid.tsx'
import { bestMatch } from './filters.ts'
import { formatTotal } from './total.ts'
import { useFoundTitles } from './use-found-titles.ts'

type Props = { search: string; branch: string | undefined; initial: Page<FoundTitle> | undefined }

/** What fits a search best, above the shelves, which say so where nothing does or loading fails. */
export function SearchResults({ search, branch, initial }: Props) {
  const asked = { search, ...(branch && { branch }) }
  const titles = useFoundTitles({ ...asked, limit: resultsPreviewSize }, initial)
  if (titles.isPending) return <BookGridSkeleton />
  // One book has no order: its shelf shows it.
  if (titles.rows.length < 2 && (titles.rows[0]?.books ?? 0) < 2) return null
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
          {formatTotal(total, isMinimum)}, of equals the cheapest first
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
