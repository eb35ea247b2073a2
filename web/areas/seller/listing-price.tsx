import { useFormContext } from 'react-hook-form'
import { predictPrice } from '#contract/pricing.ts'
import { useRead } from '#web/data/hooks.ts'
import { rupeesExact } from '#web/parts/format.ts'
import { PriceReasons } from '#web/parts/price-reasons.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import type { BookDraft } from './book-draft.ts'
import { PriceJudgement } from './price-prediction.tsx'

/** The price once the branch and the title are known, which the server lists the book at, and what such copies were sold for. */
export function ListingPrice() {
  const { watch } = useFormContext<BookDraft>()
  const { condition, publication_year, original_price, pages, branch, acceptPredictedPrice: accepted, customPrice } = watch()
  const title = useSettled(watch('title').trim(), 600)
  const facts = { condition, publication_year, original_price, pages }
  const asked = useRead(predictPrice, { ...facts, ...(branch && { branch }), ...(title && { title: title.slice(0, 200) }) }, { keep: true })
  if (!asked.data) return null
  const price = accepted ? asked.data.predicted_price : Number(customPrice)
  return (
    <section aria-labelledby="your-price" className="flex flex-col gap-2 rounded-box border border-line bg-sunken p-4">
      <h3 id="your-price" aria-live="polite" className="font-semibold">
        Your price: {rupeesExact(price)}
      </h3>
      <PriceJudgement prediction={asked.data} most={Number(original_price)} own={accepted ? undefined : customPrice} />
      <PriceReasons {...asked.data} />
    </section>
  )
}
