import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '#web/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { ListView, type PagedList } from '#web/ui/loading/list-view.tsx'

export function useSearch() {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsNavigatingAway()
  const search = params.get('search')?.trim() ?? ''
  return {
    input: search ? { search } : {},
    text: search,
    // A search that comes late must not stop a navigation that has started.
    onSearch: (text: string) =>
      isLeaving ||
      setParams(text ? { search: text } : {}, { replace: search !== '', preventScrollReset: true }),
  }
}

type Props<Row> = {
  title: string
  action?: ReactNode
  searchLabel?: string
  search?: ReturnType<typeof useSearch>
  /**
   * Shown above the rows. If the notice needs loading, the list is shown only after it has loaded.
   */
  notice?: ReactNode
  rowName: string
  emptyText: string
  emptyHint?: string
  /** Shown instead of the empty list if the list could not be loaded. */
  failedText?: string
  columns: Column<Row>[]
  list: PagedList<Row> & { total: number | undefined }
  children?: ReactNode
}

export function ListPage<Row extends { _id: string }>({
  title,
  action,
  searchLabel,
  search,
  notice,
  rowName,
  emptyText,
  emptyHint,
  failedText,
  columns,
  list,
  children,
}: Props<Row>) {
  const hint = search?.text ? 'Check the spelling, or search for one word.' : emptyHint
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-3xl">{title}</h1>
        {action}
      </header>
      {search && searchLabel && (
        <search className="flex max-w-md">
          <SearchBox
            label={searchLabel}
            placeholder={searchLabel}
            value={search.text}
            onSearch={search.onSearch}
          />
        </search>
      )}
      {notice}
      <ListView
        list={list}
        skeletons={Array(8).fill('h-48 md:h-12')}
        className="flex flex-col gap-4 md:gap-2"
        failed={failedText}
        emptyText={emptyText}
        emptyAction={hint && <p className="text-muted">{hint}</p>}
      >
        {(rows) => (
          <>
            {list.total !== undefined && (
              <p role="status" className="text-muted">
                {formatCount(list.total, rowName)}
              </p>
            )}
            <DataTable caption={title} columns={columns} rows={rows} rowKey={(row) => row._id} />
          </>
        )}
      </ListView>
      {children}
    </div>
  )
}
