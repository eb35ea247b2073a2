// What lists in a table share: the search in the address, the table and what stands in its place.
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { useReadPages } from '#web/api/hooks.ts'
import { count } from '#web/format.ts'
import { useLeaving } from '#web/forms/use-leaving.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { CouldNotLoad, Empty, Loading, Skeleton } from '#web/ui/states.tsx'

/** What is searched for: as a call asks for it, and how to change it. */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const leaving = useLeaving()
  const search = params.get('search')?.trim() ?? ''
  return {
    ask: search ? { search } : {},
    search,
    // Who has followed a link meanwhile is not called back.
    onSearch: (text: string) =>
      leaving ||
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
  /** Stands beside the title. */
  action?: ReactNode
  /** The search box's words; a list without them isn't searched. */
  placeholder?: string
  searching?: ReturnType<typeof useSearch>
  /** What one row is called. */
  one: string
  empty: string
  /** What to do about an empty list that nobody has narrowed. */
  next?: string
  columns: Column<Row>[]
  list: List<Row>
  children?: ReactNode
}

export function ListPage<Row extends { _id: string }>({
  title,
  action,
  placeholder,
  searching,
  children,
  ...table
}: Props<Row>) {
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-3xl">{title}</h1>
        {action}
      </header>
      {searching && placeholder && (
        <search className="flex max-w-md">
          <SearchBox
            label={placeholder}
            placeholder={placeholder}
            value={searching.search}
            onSearch={searching.onSearch}
          />
        </search>
      )}
      <Rows title={title} narrowed={!!searching?.search} {...table} />
      {children}
    </div>
  )
}

type RowsProps<Row> = Pick<Props<Row>, 'title' | 'one' | 'empty' | 'next' | 'columns' | 'list'> & {
  narrowed: boolean
}

function Rows<Row extends { _id: string }>({
  title,
  one,
  empty,
  next,
  columns,
  list,
  narrowed,
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
  const advice = narrowed ? 'Try fewer letters.' : next
  if (list.rows.length === 0)
    return (
      <Empty
        text={empty}
        onRetry={list.isError ? retry : undefined}
        next={advice && !list.isError && <p className="text-muted">{advice}</p>}
      />
    )
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={`flex flex-col gap-4 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {list.total !== undefined && (
        <p role="status" className="text-muted">
          {count(list.total, one)}
        </p>
      )}
      {list.isError && !list.isFetchNextPageError && <CouldNotLoad onRetry={retry} />}
      <DataTable caption={title} columns={columns} rows={list.rows} rowKey={(row) => row._id} />
      <LoadMore
        more={list.hasNextPage}
        pending={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  )
}
