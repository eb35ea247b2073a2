import { useFormContext } from 'react-hook-form'
import { messageOf } from '#web/data/client.ts'
import { rupeesExact, typed } from '#web/parts/format.ts'
import { PriceReasons, SoldHere } from '#web/parts/price-reasons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CouldNotLoad, Spoken } from '#web/ui/states.tsx'
import { type BookDraft, priceFault } from './book-draft.ts'
import { PriceSkeleton } from './listing-price.tsx'
import { PriceJudgement, predictionWords } from './price-judgement.tsx'
import { usePrice } from './use-price.ts'

export type AskingDraft = BookDraft & { price: string }

/** What an old book asks, beside what such a copy should sell for: live, and taken over only by a press. */
export function AskingPrice() {
  const { register, watch, formState, setValue, clearErrors } = useFormContext<AskingDraft>()
  const draft = watch()
  const missing = Object.values(priceFault(draft))
  const { priced, fresh, error, retry, comparables } = usePrice(draft, true)
  const take = (price: number) => {
    setValue('price', typed(price), { shouldDirty: true })
    clearErrors('price')
  }
  return (
    <>
      <Field label="Asking price (₹)" error={formState.errors.price?.message}>
        <Input type="number" inputMode="decimal" min={1} max={100_000} step="0.01" {...register('price')} />
      </Field>
      <section
        aria-label="Predicted price"
        aria-busy={!fresh && !error && missing.length === 0}
        className="flex flex-col gap-3 rounded-box border border-line bg-sunken p-4"
      >
        <Spoken>{fresh && priced ? predictionWords(priced) : ''}</Spoken>
        {missing.length > 0 && <p className="text-quiet text-sm">No prediction: {missing.join(' ')}</p>}
        {missing.length === 0 && error && <CouldNotLoad text={messageOf(error, 'The price could not be predicted.')} onRetry={retry} />}
        {missing.length === 0 && !error && !priced && <PriceSkeleton />}
        {missing.length === 0 && !error && priced && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className={`font-semibold ${fresh ? '' : 'text-quiet'}`}>Predicted price: {rupeesExact(priced.predicted_price)}</p>
              <Button look="plain" size="sm" aria-disabled={!fresh} onClick={() => fresh && take(priced.predicted_price)}>
                Use {rupeesExact(priced.predicted_price)}
              </Button>
            </div>
            <PriceJudgement priced={priced} own={draft.price} old={fresh ? undefined : 'Working it out…'} />
            <PriceReasons {...priced} />
            <SoldHere comparables={comparables} />
          </>
        )}
      </section>
    </>
  )
}
