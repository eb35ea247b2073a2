import { useFormContext } from 'react-hook-form'
import { BookUpdate } from '#contract/book-forms.ts'
import { messageOf } from '#web/api/client.ts'
import { PriceReasons, SoldHere } from '#web/features/pricing/price-reasons.tsx'
import { parseAmount, rupeesExact } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-settled.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { CouldNotLoad, LiveRegion, Skeleton } from '#web/ui/states.tsx'
import type { BookDraft } from './book-draft.ts'
import { ownPriceError, priceErrors } from './book-form-errors.ts'
import { PriceSkeleton } from './listing-price.tsx'
import { PriceAssessment, predictionWords } from './price-judgement.tsx'
import { usePrice } from './use-price.ts'

export type AskingPriceDraft = BookDraft & { price: string }

const needed = {
  publication_year: 'the publication year',
  original_price: 'the original price',
} as const

/** What is wrong with what an old book is to ask. */
export const askingPriceError = (draft: AskingPriceDraft): string | undefined =>
  ownPriceError(draft.price, draft, BookUpdate.shape.price)

/** What keeps the copy from being priced, in one line; undefined when nothing does. */
function lackOf(draft: BookDraft): string | undefined {
  const blank = Object.entries(needed).flatMap(([name, words]) =>
    draft[name as keyof typeof needed].trim() === '' ? [words] : [],
  )
  if (blank.length > 0) return `Enter ${blank.join(' and ')} to see what it should sell for.`
  return Object.values(priceErrors(draft))[0]
}

/** What an old book asks, beside what such a copy should sell for: live, and taken over only by a press. */
export function EditAskingPrice() {
  const { register, watch, formState, setValue, clearErrors } = useFormContext<AskingPriceDraft>()
  const draft = watch()
  const lacks = lackOf(draft)
  const { priced, fresh, error, retry, comparables } = usePrice(draft, true)
  const fault = askingPriceError(draft)
  const settled = useDebounced(fault, 600)
  const old = fresh ? undefined : lacks || error ? 'Out of date.' : 'Working it out…'
  const take = (price: number) => {
    setValue('price', parseAmount(price), { shouldDirty: true })
    clearErrors('price')
  }
  return (
    <>
      <Field
        label="Asking price (₹)"
        error={formState.errors.price?.message ?? (settled === fault ? fault : undefined)}
      >
        <Input
          type="number"
          inputMode="decimal"
          min={1}
          max={100_000}
          step="0.01"
          {...register('price')}
        />
      </Field>
      <section
        aria-label="Predicted price"
        aria-busy={!fresh && !error && !lacks}
        className="flex flex-col gap-3 rounded-box border border-border bg-sunken p-4"
      >
        <LiveRegion>{fresh && priced ? predictionWords(priced) : ''}</LiveRegion>
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
          {lacks ? (
            <p className="text-muted text-sm">{lacks}</p>
          ) : error ? (
            <CouldNotLoad
              text={messageOf(error, 'The price could not be predicted.')}
              onRetry={retry}
            />
          ) : priced ? (
            <>
              <p className={`font-semibold ${fresh ? '' : 'text-muted'}`}>
                Predicted price: {rupeesExact(priced.predicted_price)}
              </p>
              <Button
                look="plain"
                size="sm"
                aria-disabled={!fresh}
                onClick={() => fresh && take(priced.predicted_price)}
              >
                Use {rupeesExact(priced.predicted_price)}
              </Button>
            </>
          ) : (
            <Skeleton className="h-9 w-full" />
          )}
        </div>
        {!lacks && !error && !priced && <PriceSkeleton />}
        {priced && (
          <>
            <PriceAssessment priced={priced} own={draft.price} old={old} />
            <PriceReasons {...priced} />
            <SoldHere comparables={comparables} />
          </>
        )}
      </section>
    </>
  )
}
