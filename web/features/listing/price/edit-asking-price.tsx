import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { OwnPriceField } from '#web/features/listing/book-fields.tsx'
import { askingPriceError, priceFieldErrors } from '#web/features/listing/book-form-errors.ts'
import { formatAmountInput, formatRupees, formatRupeesExact } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { type PredictedPriceQuery, usePredictedPrice } from './predicted-price.ts'
import { PricePanel } from './price-panel.tsx'

const requiredFields = {
  publication_year: 'the publication year',
  original_price: 'the original price',
} as const

function missingFieldsText(draft: BookDraft): string | undefined {
  const missing = Object.entries(requiredFields).flatMap(([name, label]) =>
    draft[name as keyof typeof requiredFields].trim() === '' ? [label] : [],
  )
  if (missing.length > 0) return `Enter ${missing.join(' and ')} to see what it should sell for.`
  return Object.values(priceFieldErrors(draft))[0]
}

export function EditAskingPrice() {
  const { watch, setValue, clearErrors } = useFormContext<BookDraft>()
  const draft = watch()
  const missing = missingFieldsText(draft)
  const query = usePredictedPrice(draft, true)
  const takeOver = (price: number) => {
    setValue('price', formatAmountInput(price), { shouldDirty: true })
    clearErrors('price')
  }
  return (
    <>
      <OwnPriceField name="price" label="Asking price (₹)" error={askingPriceError(draft)} />
      <section
        aria-label="Predicted price"
        aria-busy={query.isPending}
        className="flex flex-col gap-3 rounded-box border border-border bg-sunken p-4"
      >
        <PricePanel query={query} draft={draft} ownPrice={draft.price}>
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
            {missing ? (
              <p className="text-muted text-sm">{missing}</p>
            ) : (
              <PredictedLine query={query} onUse={takeOver} />
            )}
          </div>
        </PricePanel>
      </section>
    </>
  )
}

type PredictedLineProps = { query: PredictedPriceQuery; onUse: (price: number) => void }

function PredictedLine({ query: { predicted, isCurrent }, onUse }: PredictedLineProps) {
  if (!predicted) return <Skeleton className="h-9 w-full" />
  const price = predicted.predicted_price
  return (
    <>
      <p className={`font-semibold ${isCurrent ? '' : 'text-muted'}`}>
        Predicted price: {formatRupeesExact(price)}
      </p>
      <Button
        variant="plain"
        size="sm"
        aria-disabled={!isCurrent}
        onClick={() => isCurrent && onUse(price)}
      >
        Use {formatRupees(price)}
      </Button>
    </>
  )
}
