import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { useReadPages } from '#web/api/hooks.ts'
import { formatCount } from '#web/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError, LoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'

export function useSearch() {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsNavigatingAway()
  const search = params.get('search')?.trim() ?? ''
  return {
    input: search ? { search } : {},
    text: search,
    // A late search must not stop a navigation that has started.
    onSearch: (text: string) =>
      isLeaving ||
      setParams(text ? { search: text } : {}, { replace: search !== '', preventScrollReset: true }),
  }
}

type List<Row> = { rows: Row[] } & Pick<
  ReturnType<typeof useReadPages>,
  | 'total'
  | 'isPending'
  | 'isError'
  | 'error'
  | 'isPlaceholderData'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'refetch'
  | 'fetchNextPage'
>

type Props<Row> = {
  title: string
  action?: ReactNode
  searchLabel?: string
  search?: ReturnType<typeof useSearch>
  /**
   * Shown above the rows. If the notice needs loading, the list stays pending until it is loaded.
   */
  notice?: ReactNode
  rowName: string
  emptyText: string
  emptyHint?: string
  /** Shown instead of the empty list if the list could not be loaded. */
  failedText?: string
  columns: Column<Row>[]
  list: List<Row>
  children?: ReactNode
}

export function ListPage<Row extends { _id: string }>({
  title,
  action,
  searchLabel,
  search,
  notice,
  children,
  ...table
}: Props<Row>) {
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
      <Rows title={title} isFiltered={!!search?.text} {...table} />
      {children}
    </div>
  )
}

type RowsProps<Row> = Pick<
  Props<Row>,
  'title' | 'rowName' | 'emptyText' | 'emptyHint' | 'failedText' | 'columns' | 'list'
> & {
  isFiltered: boolean
}

function Rows<Row extends { _id: string }>({
  title,
  rowName,
  emptyText,
  emptyHint,
  failedText,
  columns,
  list,
  isFiltered,
}: RowsProps<Row>) {
  const retry = () => void list.refetch()
  if (list.isPending)
    return (
      <Loading>
        <div className="flex flex-col gap-4 md:gap-2">
          {['1', '2', '3', '4', '5', '6', '7', '8'].map((key) => (
            <Skeleton key={key} className="h-48 md:h-12" />
          ))}
        </div>
      </Loading>
    )
  if (list.isError && list.rows.length === 0 && failedText)
    return <LoadError text={failedText} onRetry={retry} />
  const hint = isFiltered ? 'Try fewer letters.' : emptyHint
  if (list.rows.length === 0)
    return (
      <EmptyState
        text={emptyText}
        onRetry={list.isError ? retry : undefined}
        action={hint && !list.isError && <p className="text-muted">{hint}</p>}
      />
    )
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={`flex flex-col gap-4 transition-opacity
        ${list.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {list.total !== undefined && (
        <p role="status" className="text-muted">
          {formatCount(list.total, rowName)}
        </p>
      )}
      {list.isError && !list.isFetchNextPageError && <InlineLoadError onRetry={retry} />}
      <DataTable caption={title} columns={columns} rows={list.rows} rowKey={(row) => row._id} />
      <LoadMore list={list} />
    </div>
  )
}
