import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

type Props = {
  title: string
  /** Whether the heading is an h3, for a fold below an h2. */
  isPart?: boolean
  isOpenAtFirst?: boolean
  /** Whether the content is rendered, and so loaded, only when the fold is opened. */
  isLazy?: boolean
  danger?: boolean
  children: ReactNode
}

/** A row of a list. Pressing it shows or hides its content. */
export function Fold({
  title,
  isPart = false,
  isOpenAtFirst = false,
  isLazy = false,
  danger = false,
  children,
}: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [wasOpen, setWasOpen] = useState(isOpenAtFirst)
  if (isOpen && !wasOpen) setWasOpen(true)
  const Heading = isPart ? 'h3' : 'h2'
  return (
    <section aria-labelledby={id}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary
          // Ignores the second click of a double click, which was meant for content that has just
          // moved away.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
          className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 px-4
            hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden"
        >
          <Heading id={id} className={`font-semibold text-lg ${danger ? 'text-danger' : ''}`}>
            {title}
          </Heading>
          <ChevronDown
            className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </summary>
        <div className="flex flex-col gap-4 px-4 pt-1 pb-6 sm:px-6">
          {(wasOpen || !isLazy) && children}
        </div>
      </details>
    </section>
  )
}

export const FoldList = ({ children }: { children: ReactNode }) => (
  <div className="divide-y divide-border overflow-clip rounded-box border border-border bg-surface">
    {children}
  </div>
)
