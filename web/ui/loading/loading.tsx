import type { ReactNode } from 'react'

export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-box bg-border/70 ${className}`} />
}

export type Placeholders = {
  /** The classes of the placeholders, one string for each. */
  skeletons?: readonly string[]
  className?: string
}

type Props = Placeholders & { text?: string; showsText?: boolean; children?: ReactNode }

/**
 * Placeholders with a loading text for screen readers. With `showsText`, everybody sees the text,
 * on top of the placeholders, so that nothing moves when it disappears. `children` are placeholders
 * of another shape.
 */
export function Loading({
  text = 'Loading...',
  showsText = false,
  skeletons,
  className = 'flex flex-col gap-6',
  children,
}: Props) {
  return (
    <div aria-busy="true" className="relative">
      <p
        role="status"
        className={showsText ? 'absolute inset-x-0 top-6 z-10 text-center' : 'sr-only'}
      >
        {text}
      </p>
      {skeletons && (
        <div className={className}>
          {skeletons.map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <Skeleton key={at} className={height} />
          ))}
        </div>
      )}
      {children}
    </div>
  )
}
