import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { conditionLabels } from '#contract/books/book-forms.ts'
import type { OfferBook } from '#contract/orders/offers.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { askingAmount, asListed, type ChosenBook, type OfferForm } from './offer-form.ts'

/** `before` has the same books in the same order. */
function conditionTexts(before: readonly ChosenBook[], now: readonly ChosenBook[]): string[] {
  return now.flatMap(({ title, condition }, index) => {
    const was = before[index]?.condition
    if (condition === undefined || was === undefined || condition === was) return []
    const subject = now.length > 1 ? `The condition of “${title}”` : 'Condition'
    const [nowLabel, wasLabel] = [condition, was].map((one) => labelOf(conditionLabels, one))
    return `${subject} is now ${nowLabel}. It was ${wasLabel}.`
  })
}

/** Updates chosen books when their listings are edited, and says what changed. */
export function useEditedListings(
  books: readonly OfferBook[],
  chosen: readonly ChosenBook[],
  change: (next: ChosenBook[]) => void,
  setText: (text: string) => void,
): void {
  const form = useFormContext<OfferForm>()
  const follow = useEffectEvent((latest: readonly OfferBook[]) => {
    const next = asListed(chosen, latest)
    const edited = next.filter(
      ({ listingVersion }, index) => listingVersion !== chosen[index]?.listingVersion,
    )
    const [first] = edited
    if (!first) return
    const type = form.getValues('orderType')
    const [before, now] = [askingAmount(chosen, type), askingAmount(next, type)]
    change(next)
    const texts = conditionTexts(chosen, next)
    if (before !== now)
      texts.push(`The asking price is now ${formatRupees(now)}. It was ${formatRupees(before)}.`)
    if (texts.length === 0)
      texts.push(`“${first.title}” was changed. Look at it again before you send the offer.`)
    setText(texts.join(' '))
  })
  useEffect(() => follow(books), [books])
}
