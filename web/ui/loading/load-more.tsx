import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

const loadAheadMargin = '600px'

export type LoadMoreList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  /** Settles when the page is loaded, or when loading was cancelled. */
  fetchNextPage: () => Promise<unknown>
}

export function LoadMore({ list }: { list: LoadMoreList }) {
  const { hasNextPage: hasMore, isFetchingNextPage: pending, isFetchNextPageError: failed } = list
  const onMore = () => list.fetchNextPage()
  const end = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore || pending || failed) return
    let isActive = true
    const loadMore = async () => {
      await latestOnMore.current()
      // A refetch may cancel loading before `pending` is rendered, so this checks again whether the
      // end is in view.
      if (!isActive) return
      observer.unobserve(element)
      observer.observe(element)
    }
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void loadMore(),
      { rootMargin: loadAheadMargin },
    )
    observer.observe(element)
    return () => {
      isActive = false
      observer.disconnect()
    }
  }, [hasMore, pending, failed])
  if (!hasMore) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      {failed && <p className="text-muted text-sm">Could not load more.</p>}
      <Button variant="plain" pending={pending} onClick={() => void onMore()}>
        Load more
      </Button>
    </div>
  )
}
