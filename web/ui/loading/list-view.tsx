import { LoadMore, type LoadMoreList } from './load-more.tsx'
import { QueryView, type ViewProps } from './query-view.tsx'

export type PagedList<Row> = LoadMoreList & {
  rows: Row[]
  data: unknown
  isLoadingError: boolean
  isRefetchError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type Props<Row> = ViewProps<Row[]> & { list: PagedList<Row> }

/**
 * Shows the rows of a list with "Load more", or says that the list is loading, is empty or failed.
 */
export function ListView<Row>({ list, children, ...view }: Props<Row>) {
  const query = {
    data: list.data === undefined ? undefined : list.rows,
    // A failure of "Load more" isn't included, because the button shows it.
    isError: list.isLoadingError || list.isRefetchError,
    refetch: list.refetch,
  }
  return (
    <QueryView {...view} query={query}>
      {(rows) => (
        <div
          aria-busy={list.isPlaceholderData}
          className={`flex flex-col gap-4 transition-opacity
            ${list.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {children(rows)}
          <LoadMore list={list} />
        </div>
      )}
    </QueryView>
  )
}
