import type { ReactNode } from 'react'

type Props = {
  label: string
  hasSelected: boolean
  /** How many rows there are, or are selected. */
  text: string
  /** The box that selects all, unless it is elsewhere. */
  box?: ReactNode
  children?: ReactNode
}

/**
 * Says how many rows there are or are selected, and has what can be done with these. While rows are
 * selected, it stays in view.
 */
export const SelectionBar = ({ label, hasSelected, text, box, children }: Props) => (
  <section
    aria-label={label}
    className={`flex min-h-[3.375rem] flex-wrap items-center gap-x-2 rounded-box border px-2 py-1
      ${hasSelected ? 'sticky top-(--bar) z-20 border-primary bg-surface shadow-raised md:top-0' : 'border-transparent'}`}
    {...(hasSelected && { 'data-selection': true })}
  >
    {box}
    <p role="status" className={hasSelected ? 'font-medium' : 'text-muted'}>
      {text}
    </p>
    {children}
  </section>
)
