import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-sunken text-foreground',
  success: 'bg-primary-soft text-primary',
  warning: 'bg-accent-soft text-accent-text',
  danger: 'bg-danger-soft text-danger',
} as const
export type Tone = keyof typeof tones

const sizes = { sm: 'px-2 text-xs leading-5', md: 'px-2.5 py-0.5 text-sm' } as const

export function Badge({
  tone = 'neutral',
  icon,
  wraps = false,
  size = 'md',
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  wraps?: boolean
  size?: keyof typeof sizes
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 font-medium ${sizes[size]}
        ${wraps ? 'rounded-box' : 'whitespace-nowrap rounded-full'} ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}

const maxShownCount = 99

export function CountBadge({ count, singular }: { count: number; singular?: string }) {
  if (count <= 0) return null
  return (
    <span
      className="inline-flex min-w-6 items-center justify-center rounded-full bg-danger px-1.5
      font-semibold text-on-danger text-xs leading-6"
    >
      {count > maxShownCount ? `${maxShownCount}+` : count}
      {singular && <span className="sr-only"> {count === 1 ? singular : `${singular}s`}</span>}
    </span>
  )
}
