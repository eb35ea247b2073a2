// What stands where content will be, isn't, or failed.
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDebounced } from '#web/ui/hooks/use-settled.ts'
import { Button } from './button.tsx'

/** A grey block in the final shape of what is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-box bg-border/70 ${className}`} />
}

/** Skeletons with the loading text for screen readers; `seen` shows it to everyone. */
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

/** An empty list: the text, and what to do next. After a failure `onRetry` stands quietly beside it. */
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

/** The quiet word beside an empty text when loading failed. */
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

/** An error that takes the place of the content. */
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

/** Reads out what changes on the screen, once it has come to rest. It must stand there before there is anything to say. */
export function LiveRegion({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {useDebounced(children, 700)}
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

/** A small label. */
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

/** How many are unread; says of what to screen readers: of `one` thing, or of `one`s. */
export function CountBadge({ count, one }: { count: number; one?: string }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex min-w-6 items-center justify-center rounded-full bg-danger px-1.5 font-semibold text-on-danger text-xs leading-6">
      {count > 99 ? '99+' : count}
      {one && <span className="sr-only"> {count === 1 ? one : `${one}s`}</span>}
    </span>
  )
}
