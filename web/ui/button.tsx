import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

const variants = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover border-transparent',
  plain: 'bg-surface text-foreground border-border hover:bg-sunken',
  ghost: 'bg-transparent text-primary border-transparent hover:bg-primary-soft',
  danger: 'bg-danger text-on-danger border-transparent hover:brightness-95',
  'danger-ghost': 'bg-transparent text-danger border-transparent hover:bg-danger-soft',
} as const
/** On phones every button is at least 44 px high. */
const sizes = {
  md: 'min-h-11 px-4 text-base',
  sm: 'min-h-11 px-3 text-sm sm:min-h-9',
} as const

export type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes }

export const buttonClass = (
  { variant = 'primary', size = 'md' }: ButtonStyle = {},
  className = '',
): string =>
  `inline-flex items-center justify-center gap-2 rounded-box border font-medium
    transition-[background-color,opacity,filter] duration-150 disabled:opacity-60
    disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:cursor-not-allowed
    ${variants[variant]} ${sizes[size]} ${className}`

type Props = ComponentProps<'button'> & ButtonStyle & { pending?: boolean; icon?: ReactNode }

/** A button that shows a spinner and ignores clicks while `pending`, but keeps the focus. */
export function Button({
  variant,
  size,
  pending = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)}
    >
      {pending ? <LoaderCircle className="animate-spin" /> : icon}
      {children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string; small?: boolean }

export function IconButton({
  label,
  small = false,
  className = '',
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex ${small ? 'size-11 sm:size-8' : 'size-11'} shrink-0 items-center justify-center
        rounded-box text-foreground transition-colors hover:bg-sunken disabled:opacity-50
        ${className}`}
    >
      {children}
    </button>
  )
}
