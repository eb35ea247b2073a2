import { Users } from 'lucide-react'
import { peopleText } from './people-text.ts'

/** Says that others want a title; nothing where nobody does, or it isn't known. */
export const WantedCount = ({
  people = 0,
  className = '',
}: {
  people?: number | undefined
  className?: string
}) =>
  people > 0 ? (
    <p className={`inline-flex items-center gap-1.5 font-medium text-primary ${className}`}>
      <Users size={16} className="shrink-0" aria-hidden />
      {peopleText(people)}
    </p>
  ) : null
