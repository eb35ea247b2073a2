import type { ReactNode } from 'react'

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">{children}</dl>
)

type FactProps = { name: string; isQuiet?: boolean; children: ReactNode }

export const Fact = ({ name, isQuiet = false, children }: FactProps) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className={isQuiet ? 'text-muted' : 'font-medium'}>{children}</dd>
  </>
)

/** A line of a card that begins with an icon. */
export const IconFact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
    <span className="wrap-anywhere min-w-0 whitespace-pre-line">{children}</span>
  </li>
)
