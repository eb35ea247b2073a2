import { type Condition, conditionLabels } from '#contract/books/conditions.ts'
import type { ListingChange } from '#contract/books/listing-changes.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { labelOf } from '#web/format.ts'
import { formatDate } from '#web/time.tsx'

const names: Record<ListingChange['fact'], string> = {
  title: 'Title',
  author: 'Author',
  isbn: 'ISBN',
  condition: 'Condition',
  edition: 'Edition',
  photos: 'Photos',
}

function shownValue(fact: ListingChange['fact'], value: string): string {
  if (fact === 'condition') return labelOf(conditionLabels, value as Condition)
  if (fact === 'edition') return value.length > 4 ? formatDate(value) : value
  return fact === 'isbn' ? value : `“${value}”`
}

function changeSentence({ fact, before, now }: ListingChange): string {
  const subject = labelOf(names, fact)
  if (before !== undefined && now !== undefined)
    return `${subject} changed from ${shownValue(fact, before)} to ${shownValue(fact, now)}.`
  if (now !== undefined) return `${subject} is now ${shownValue(fact, now)}.`
  return before === undefined ? `${subject} changed.` : `${subject} was removed.`
}

/** Returns a text such as 'Condition changed from Good to Poor. Photos changed.' */
export const changeSentences = (changes: readonly ListingChange[]): string =>
  changes.map(changeSentence).join(' ')

/**
 * Shows the edits that prevent accepting the offer or, if there are none, the edits since the
 * version that the receiver knows.
 */
export function ListingChanges({ offer, side }: { offer: Offer; side: Side }) {
  const textOf = (key: 'changes' | 'changedBefore'): string =>
    offer.items
      .flatMap(({ book, ...item }) => {
        const changes = item[key]
        if (!changes) return []
        const text = changeSentences(changes)
        return offer.items.length > 1 ? `${book.title}: ${text}` : text
      })
      .join(' ')
  const [changes, before] = [textOf('changes'), textOf('changedBefore')]
  const question =
    side === 'buyer' ? 'Do you still want it?' : 'Ask the buyer again, or undo the change.'
  return (
    <>
      {changes && (
        <p className="text-danger text-sm">
          {`${side === 'buyer' ? 'The listing changed' : 'You changed the listing'}. ${changes} ${question}`}
        </p>
      )}
      {!changes && before && <p className="text-sm">{before}</p>}
    </>
  )
}
