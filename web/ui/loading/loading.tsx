import type { ReactNode } from 'react'

export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-box bg-border/70 ${className}`} />
}

/**
 * Placeholders with a loading text for screen readers. `showsText` shows the text to everyone, on
 * top of the placeholders, so that nothing moves when it disappears.
 */
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
    <div aria-busy="true" className="relative">
      <p
        role="status"
        className={showsText ? 'absolute inset-x-0 top-6 z-10 text-center' : 'sr-only'}
      >
        {text}
      </p>
      {children}
    </div>
  )
}
