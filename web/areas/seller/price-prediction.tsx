import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type PriceAnswer, predictPrice, priceStandings, standingOf } from '#contract/pricing.ts'
import { useWrite } from '#web/data/hooks.ts'
import { placeRefusal } from '#web/parts/form.ts'
import { rupeesExact } from '#web/parts/format.ts'
import { PriceReasons } from '#web/parts/price-reasons.tsx'
import { PriceScale } from '#web/parts/price-scale.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, FormError, Input } from '#web/ui/field.tsx'
import { type BookDraft, factsOf, type Prediction, predictedFor, priceFault } from './book-draft.ts'
import { Money } from './book-fields.tsx'

type Props = { prediction: Prediction | undefined; onPredicted: (prediction: Prediction) => void }

/** Asks what the copy is worth, and lets the seller take that price or name another. */
export function PricePrediction({ prediction, onPredicted }: Props) {
  const form = useFormContext<BookDraft>()
  const predict = useWrite(predictPrice)
  const [failure, setFailure] = useState<string>()
  const [draft, accepted] = [form.watch(), form.watch('acceptPredictedPrice')]
  const predicted = predictedFor(prediction, draft)

  const run = async () => {
    setFailure(undefined)
    const wrong = priceFault(form.getValues())
    form.clearErrors(['condition', 'publication_year', 'original_price', 'pages'])
    for (const [place, [name, message]] of Object.entries(wrong).entries())
      form.setError(name as keyof BookDraft, { message }, { shouldFocus: place === 0 })
    if (Object.keys(wrong).length > 0) return
    const { condition, publication_year, original_price, pages } = form.getValues()
    try {
      const answer = await predict.run({ condition, publication_year, original_price, pages })
      if (!answer) return
      onPredicted({ ...answer, facts: factsOf({ condition, publication_year, original_price, pages }) })
      form.setValue('acceptPredictedPrice', true)
    } catch (error) {
      placeRefusal(form, error, '')
      setFailure('❌ Failed to predict price.')
    }
  }
  return (
    <div className="flex flex-col gap-3 rounded-box border border-line bg-sunken p-4">
      <Button
        look="plain"
        icon={<Calculator size={20} aria-hidden />}
        pending={predict.pending}
        onClick={() => void run()}
        className="self-start"
      >
        Predict Price
      </Button>
      <FormError>{failure}</FormError>
      <Field label="Predicted price">
        <Input
          readOnly
          value={predicted === undefined ? '' : rupeesExact(predicted.predicted_price)}
          placeholder="Press 'Predict Price'"
          aria-live="polite"
        />
      </Field>
      <Checkbox label="Accept Predicted Price" {...form.register('acceptPredictedPrice')} />
      {!accepted && <Money name="customPrice" label="Custom price (₹)" hint="At most the original price." />}
      {predicted && (
        <>
          <PriceJudgement prediction={predicted} most={Number(draft.original_price)} own={accepted ? undefined : draft.customPrice} />
          <PriceReasons {...predicted} />
        </>
      )}
    </div>
  )
}

type Judged = { prediction: PriceAnswer; most: number; own: string | undefined }

/** Where the price lies in its band; of one's own price also what that means, as one types. */
export function PriceJudgement({ prediction, most, own }: Judged) {
  const asked = own === undefined ? prediction.predicted_price : Number(own)
  const isPrice = own === undefined || (own.trim() !== '' && asked >= 1 && asked <= most)
  return (
    <div className="flex flex-col gap-1">
      <PriceScale band={prediction} most={most} price={isPrice ? asked : prediction.predicted_price} />
      {own !== undefined && (
        <p aria-live="polite" className="min-h-6 font-medium">
          {isPrice && `${priceStandings[standingOf(asked, prediction)]}.`}
        </p>
      )}
    </div>
  )
}
