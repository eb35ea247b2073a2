import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { InlineLoadError, LoadError } from './load-error.tsx'
import { Loading, Skeleton } from './loading.tsx'

type Props<Data> = {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  /** The classes of the placeholders that are shown during loading. */
  skeletons: readonly string[]
  className?: string
  loadingText?: string
  /** The text of an error in a box. By default, the error is a single quiet line. */
  failed?: string
  /** Whether retrying is useless. */
  isFinal?: boolean
  /** Shown if the data is empty. If loading failed, it has a button to retry. */
  emptyText?: string
  emptyIcon?: ReactNode
  emptyAction?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Shows a query's data, or that it is loading or could not be loaded. */
export function QueryView<Data>({
  query: { data, isError, refetch },
  skeletons,
  className = 'flex flex-col gap-6',
  loadingText,
  failed,
  isFinal = false,
  emptyText,
  emptyIcon,
  emptyAction,
  isEmpty = (data) => Array.isArray(data) && data.length === 0,
  children,
}: Props<Data>) {
  const retry = () => void refetch()
  if (emptyText !== undefined && (data === undefined ? isError : isEmpty(data)))
    return (
      <EmptyState
        icon={emptyIcon}
        text={emptyText}
        onRetry={isError ? retry : undefined}
        action={!isError && emptyAction}
      />
    )
  if (data !== undefined)
    return (
      <>
        {isError && <InlineLoadError onRetry={retry} />}
        {children(data)}
      </>
    )
  if (isError && failed !== undefined)
    return <LoadError text={failed} {...(!isFinal && { onRetry: retry })} />
  if (isError) return <InlineLoadError onRetry={retry} />
  return (
    <Loading {...(loadingText !== undefined && { text: loadingText, showsText: true })}>
      <div className={className}>
        {skeletons.map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={at} className={height} />
        ))}
      </div>
    </Loading>
  )
}
