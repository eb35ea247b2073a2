import type { ReactNode } from 'react'

export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-box bg-border/70 ${className}`} />
}

/** Placeholders with a loading text for screen readers; `showsText` shows it to everyone. */
export function Loading({
  text = 'Loading...',
  showsText = false,
  children,
}: {
  text?: string
  showsText?: boolean
  children?: ReactNode
}) {
  return (
    <div aria-busy="true">
      <p role="status" className={showsText ? 'pb-4 text-muted' : 'sr-only'}>
        {text}
      </p>
      {children}
    </div>
  )
}
