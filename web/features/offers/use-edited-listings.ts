import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { OfferBook } from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'
import { askingAmount, asListed, type ChosenBook, type OfferForm } from './offer-form.ts'

/** Updates chosen books when their listings are edited, and says so. */
export function useEditedListings(
  books: readonly OfferBook[],
  chosen: readonly ChosenBook[],
  change: (next: ChosenBook[]) => void,
): string | undefined {
  const form = useFormContext<OfferForm>()
  const [text, setText] = useState<string>()
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
    setText(
      before === now
        ? `“${first.title}” was changed. Look at it again before you send the offer.`
        : `The asking price is now ${formatRupees(now)}. It was ${formatRupees(before)}.`,
    )
  })
  useEffect(() => follow(books), [books])
  return text
}
