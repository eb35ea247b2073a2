import { type ReactNode, useId } from 'react'

type Props = { title: string; action?: ReactNode; children: ReactNode }

export function Card({ title, action, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-box border border-border bg-surface p-4 sm:p-6"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold text-xl">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
