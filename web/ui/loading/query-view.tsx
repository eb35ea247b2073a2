import type { ReactNode } from 'react'
import { EmptyState, LoadError } from './empty-state.tsx'
import { InlineLoadError } from './load-error.tsx'
import { Loading, type Placeholders } from './loading.tsx'

export type ViewProps<Data> = Placeholders & {
  loadingText?: string
  /** Placeholders of another shape than `skeletons`. */
  loading?: ReactNode
  /** The text of an error in a box. By default, the error is a single quiet line. */
  failed?: string | undefined
  /** Whether a retry is useless, so that no button offers one. */
  isFinal?: boolean
  /** Shown if the data is empty. If loading failed, it has a button to retry. */
  emptyText?: string
  emptyIcon?: ReactNode
  emptyAction?: ReactNode
  isEmpty?: (data: Data) => boolean
  /** Shown above data that could not be refreshed. By default, a quiet line with a retry button. */
  outdated?: ReactNode
  children: (data: Data) => ReactNode
}

type Props<Data> = ViewProps<Data> & {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
}

/** Shows a query's data, or says that the data is loading or couldn't be loaded. */
export function QueryView<Data>({
  query: { data, isError, refetch },
  loadingText,
  loading,
  failed,
  isFinal = false,
  emptyText,
  emptyIcon,
  emptyAction,
  isEmpty = (data) => Array.isArray(data) && data.length === 0,
  outdated,
  children,
  ...placeholders
}: Props<Data>) {
  const retry = () => void refetch()
  const isBlank = data === undefined || (emptyText !== undefined && isEmpty(data))
  if (isBlank && isError && failed !== undefined)
    return <LoadError text={failed} onRetry={isFinal ? undefined : retry} />
  if (isBlank && emptyText !== undefined && (isError || data !== undefined))
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
        {isError && (outdated === undefined ? <InlineLoadError onRetry={retry} /> : outdated)}
        {children(data)}
      </>
    )
  if (isError) return <InlineLoadError onRetry={retry} />
  return (
    <Loading
      {...placeholders}
      {...(loadingText !== undefined && { text: loadingText, showsText: true })}
    >
      {loading}
    </Loading>
  )
}
