// The end of a list that goes on: loads the next page when it comes into view, and by its button.
import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type Props = { more: boolean; pending: boolean; failed: boolean; onMore: () => void }

export function LoadMore({ more, pending, failed, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onMore)
  useEffect(() => {
    load.current = onMore
  })
  useEffect(() => {
    const element = end.current
    if (!element || !more || pending || failed) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: '600px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
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
