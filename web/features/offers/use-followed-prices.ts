import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { OfferBook } from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'
import { askingAmount, type ChosenBook, currentPriceIn, type OfferForm } from './offer-form.ts'

/** Updates chosen books when their sellers change a price, and says so. */
export function useFollowedPrices(
  books: readonly OfferBook[],
  chosen: readonly ChosenBook[],
  change: (next: ChosenBook[]) => void,
): string | undefined {
  const form = useFormContext<OfferForm>()
  const [text, setText] = useState<string>()
  const follow = useEffectEvent((latest: readonly OfferBook[]) => {
    const next = chosen.map((book) => ({ ...book, ...currentPriceIn(latest, book) }))
    const type = form.getValues('orderType')
    const [before, now] = [askingAmount(chosen, type), askingAmount(next, type)]
    if (before === now) return
    change(next)
    setText(`The asking price is now ${formatRupees(now)}. It was ${formatRupees(before)}.`)
  })
  useEffect(() => follow(books), [books])
  return text
}
