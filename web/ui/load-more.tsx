import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

const loadAheadMargin = '600px'

type Props = { hasMore: boolean; pending: boolean; failed: boolean; onMore: () => void }

export function LoadMore({ hasMore, pending, failed, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore || pending || failed) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && latestOnMore.current(),
      {
        rootMargin: loadAheadMargin,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, pending, failed])
  if (!hasMore) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      {failed && <p className="text-muted text-sm">Could not load more.</p>}
      <Button variant="plain" pending={pending} onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
