import { listBooks } from '#contract/books/books.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { listInput, titlesInput } from '#web/features/books/explore/filters/filters.ts'
import { useFilters } from '#web/features/books/explore/filters/use-filters.ts'
import { Shelves } from '#web/features/books/explore/shelves/shelves.tsx'
import { SharedStartProvider, useSharedStart } from '#web/features/places/distance-start.ts'
import { BookList, TitleList } from './book-list.tsx'
import { ExploreControls } from './explore-controls.tsx'
import type { ExploreData } from './preview.ts'
import { useFoundTitles } from './use-found-titles.ts'

export function Explore({ data }: { data: ExploreData | undefined }) {
  const { filters, isList, setFilters } = useFilters()
  const initial = data?.filtersKey === JSON.stringify(filters) ? data : undefined
  const isSearch = filters.search !== undefined
  const titles = useFoundTitles(titlesInput(filters), initial?.titles, isSearch)
  const books = useReadPages(listBooks, listInput(filters), {
    initial: initial?.list,
    enabled: isList && !isSearch,
    keepPrevious: true,
  })
  const isNearest = filters.sort === 'near'
  return (
    <SharedStartProvider value={useSharedStart(filters.near)}>
      <main id="main" className="mx-auto flex max-w-6xl flex-col gap-8 px-4 py-8">
        <div className="flex flex-col gap-4">
          <h1 className="font-semibold text-3xl sm:text-4xl">Explore Books</h1>
          <ExploreControls
            filters={filters}
            isList={isList}
            setFilters={setFilters}
            branches={data?.branches}
            found={isSearch ? titles : isList ? books : undefined}
          />
        </div>
        {isSearch ? (
          <TitleList list={titles} isNearest={isNearest} />
        ) : isList ? (
          <BookList list={books} isNearest={isNearest} />
        ) : (
          <Shelves branch={filters.branch} preview={initial?.shelves} />
        )}
      </main>
    </SharedStartProvider>
  )
}
