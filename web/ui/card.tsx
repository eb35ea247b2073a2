import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  action?: ReactNode
  danger?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, action, danger = false, className = '', children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`flex flex-col gap-4 rounded-box border bg-surface p-4 sm:p-6
        ${danger ? 'border-danger' : 'border-border'} ${className}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className={`font-semibold text-xl ${danger ? 'text-danger' : ''}`}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
