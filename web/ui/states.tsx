import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Button } from './button.tsx'

export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-box bg-border/70 ${className}`} />
}

/** Placeholders with a loading text for screen readers; `seen` shows the text to everyone. */
export function Loading({
  text = 'Loading...',
  seen = false,
  children,
}: {
  text?: string
  seen?: boolean
  children?: ReactNode
}) {
  return (
    <div aria-busy="true">
      <p role="status" className={seen ? 'pb-4 text-muted' : 'sr-only'}>
        {text}
      </p>
      {children}
    </div>
  )
}

type EmptyProps = {
  icon?: ReactNode
  text: string
  next?: ReactNode
  onRetry?: (() => void) | undefined
}

/** An empty list, with what to do next; `onRetry` is for a list that failed to load. */
export function Empty({ icon, text, next, onRetry }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-box border border-border border-dashed px-4 py-12 text-center">
      {icon && <div className="text-muted">{icon}</div>}
      <p className="font-medium">{text}</p>
      {onRetry && <CouldNotLoad onRetry={onRetry} />}
      {next}
    </div>
  )
}

export function CouldNotLoad({
  text = 'Could not load.',
  onRetry,
}: {
  text?: string
  onRetry: () => void
}) {
  return (
    <p className="flex items-center gap-1 text-muted text-sm">
      {text}
      <Button
        look="ghost"
        size="sm"
        className="shrink-0"
        icon={<RotateCw size={16} aria-hidden />}
        onClick={onRetry}
      >
        Retry
      </Button>
    </p>
  )
}

export function LoadError({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-box border border-danger bg-danger-soft px-4 py-10 text-center"
    >
      <p className="font-medium text-danger">{text}</p>
      {onRetry && (
        <Button look="plain" size="sm" icon={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

const announceDelayMs = 700

/** Announces a changing text to screen readers; must be mounted before there is any text. */
export function LiveRegion({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {useDebounced(children, announceDelayMs)}
    </p>
  )
}

const tones = {
  neutral: 'bg-sunken text-foreground',
  success: 'bg-primary-soft text-primary',
  warning: 'bg-accent-soft text-accent-text',
  danger: 'bg-danger-soft text-danger',
} as const
export type Tone = keyof typeof tones

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-sm ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}

const maxShownCount = 99

/** A number, for screen readers followed by its noun; `one` is the singular. */
export function CountBadge({ count, one }: { count: number; one?: string }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex min-w-6 items-center justify-center rounded-full bg-danger px-1.5 font-semibold text-on-danger text-xs leading-6">
      {count > maxShownCount ? `${maxShownCount}+` : count}
      {one && <span className="sr-only"> {count === 1 ? one : `${one}s`}</span>}
    </span>
  )
}
