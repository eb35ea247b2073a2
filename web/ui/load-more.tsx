import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

const loadAheadMargin = '600px'

type Props = { more: boolean; pending: boolean; failed: boolean; onMore: () => void }

export function LoadMore({ more, pending, failed, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  useEffect(() => {
    const element = end.current
    if (!element || !more || pending || failed) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && latestOnMore.current(),
      {
        rootMargin: loadAheadMargin,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [more, pending, failed])
  if (!more) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      {failed && <p className="text-muted text-sm">Could not load more.</p>}
      <Button look="plain" pending={pending} onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
