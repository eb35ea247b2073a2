import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A number of things to do, and the list of them. `isOpen`: the page shows this list. */
export type Task = {
  label: string | readonly [one: string, more: string]
  count: number
  to: string
  isOpen?: boolean
}

const labelOf = ({ label, count }: Task): string =>
  typeof label === 'string' ? label : label[count === 1 ? 0 : 1]

type Props = { tasks: readonly Task[]; empty?: string; isCompact?: boolean; children?: ReactNode }

/** Shows a person's tasks. If there are none, shows the `empty` text or, without it, nothing. */
export function Today({ tasks, empty, isCompact = false, children }: Props) {
  const shown = tasks.filter(({ count, isOpen }) => count > 0 || isOpen)
  if (shown.length === 0 && empty === undefined) return null
  return (
    <section
      aria-labelledby="today"
      className={`flex rounded-box border border-border bg-surface ${
        isCompact ? 'flex-wrap items-center gap-x-4 gap-y-2 p-2 sm:px-4' : 'flex-col gap-3 p-4'
      }`}
    >
      <h2 id="today" className={`font-semibold text-xl ${isCompact ? 'max-sm:sr-only' : ''}`}>
        Today
      </h2>
      {shown.length === 0 ? (
        <p className="flex min-h-11 items-center text-muted">{empty}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {shown.map((task) => (
            <Link
              key={task.to}
              to={task.to}
              aria-current={task.isOpen ? 'page' : undefined}
              className="flex min-h-11 items-center gap-2 rounded-box bg-sunken px-3
                hover:bg-primary-soft aria-[current]:bg-primary-soft"
            >
              <span className="font-semibold font-serif text-xl tabular-nums">
                {task.count.toLocaleString('en-IN')}
              </span>
              {labelOf(task)}
            </Link>
          ))}
        </div>
      )}
      {children}
    </section>
  )
}
