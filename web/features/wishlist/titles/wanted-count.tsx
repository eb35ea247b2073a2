import { Users } from 'lucide-react'
import type { Condition } from '#contract/books/conditions.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { countWanted } from '#contract/wishlist/titles.ts'
import { useRead } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

/** Suggestions are requested after this pause in typing, and the count after twice as long. */
export const typingPauseMs = 200

type Asked = { title: string; author: string; isbn: string; condition?: Condition | undefined }

const isWholeIsbn = (isbn: string) => /^(?:\d{13}|\d{9}[\dXx])$/.test(isbn)

/**
 * Returns how many others want the typed title. Undefined until title and author, or the ISBN, are
 * typed.
 */
export function useWantedCount(typed: Asked): number | undefined {
  const session = useSession()
  // Debounced as text, because each render creates a new object.
  const settled = useDebounced(JSON.stringify(typed), 2 * typingPauseMs)
  const { title, author, isbn, condition } = JSON.parse(settled) as Asked
  const compact = isbn.replace(/[\s-]/g, '')
  const input = {
    ...(title.trim() !== '' && author.trim() !== '' && { title, author }),
    ...(isWholeIsbn(compact) && { isbn: compact }),
    ...(condition && { condition }),
  }
  const enabled = !!session && ('title' in input || 'isbn' in input)
  const { data } = useRead(countWanted, input, { enabled, keepPrevious: true })
  return enabled ? data?.people : undefined
}

export const peopleText = (people: number): string =>
  people === 1 ? '1 person wants this' : `${formatCount(people, 'person', 'people')} want this`

/** Says how many others want a title. Shows nothing if nobody does or the number isn't known. */
export const WantedCount = ({ people = 0 }: { people?: number | undefined }) =>
  people > 0 ? (
    <p className="inline-flex items-center gap-1.5 font-medium text-primary">
      <Users size={16} className="shrink-0" />
      {peopleText(people)}
    </p>
  ) : null
