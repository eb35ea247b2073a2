import type { ReactNode } from 'react'
import type { Endpoint, EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { ListView, type PagedList } from '#web/ui/loading/list-view.tsx'

type Row<E extends Endpoint> = ResponseOf<E> extends (infer R extends { _id: string })[] ? R : never

type Props<E extends Endpoint> = {
  endpoint: E
  input?: EndpointInput<E>
  title: string
  action?: ReactNode
  searchLabel?: string
  rowName: string
  emptyText: string
  emptyHint?: string
  /** Shown instead of the empty list if the list could not be loaded. */
  failedText?: string
  columns: Column<Row<E>>[]
  children?: ReactNode
}

/** A page that lists the rows of an endpoint. With `searchLabel` it has a search box. */
export function AdminList<E extends Endpoint & { paged: true }>({
  endpoint,
  input,
  title,
  action,
  searchLabel,
  rowName,
  emptyText,
  emptyHint,
  failedText,
  columns,
  children,
}: Props<E>) {
  const { filters, setFilters } = useUrlFilters(['search'])
  const list = useReadPages(endpoint, { ...filters, ...input } as EndpointInput<E>, {
    keepPrevious: input === undefined,
  })
  const hint = filters.search ? 'Check the spelling, or search for one word.' : emptyHint
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-3xl">{title}</h1>
        {action}
      </header>
      {searchLabel && (
        <search className="flex max-w-md">
          <SearchBox
            label={searchLabel}
            placeholder={searchLabel}
            value={filters.search ?? ''}
            onSearch={(search) => setFilters({ search })}
          />
        </search>
      )}
      <ListView
        list={list as PagedList<Row<E>>}
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
