import { Calculator } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { predictPrice } from '#contract/pricing.ts'
import { useWrite } from '#web/data/hooks.ts'
import { placeRefusal } from '#web/parts/form.ts'
import { rupeesExact } from '#web/parts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, FormError, Input } from '#web/ui/field.tsx'
import { type BookDraft, priceFault } from './book-draft.ts'
import { Money } from './book-fields.tsx'

type Props = { predicted: number | undefined; onPredicted: (price: number | undefined) => void }

/** Asks what the copy is worth, and lets the seller take that price or name another. */
export function PricePrediction({ predicted, onPredicted }: Props) {
  const form = useFormContext<BookDraft>()
  const predict = useWrite(predictPrice)
  const [failure, setFailure] = useState<string>()
  const facts = form.watch(['condition', 'publication_year', 'original_price', 'pages']).join('|')
  const asked = useRef(facts)
  const accepted = form.watch('acceptPredictedPrice')

  // A prediction holds for the facts it was made of, not for others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the facts decide
  useEffect(() => {
    if (predicted !== undefined && facts !== asked.current) onPredicted(undefined)
  }, [facts])

  const run = async () => {
    setFailure(undefined)
    const wrong = priceFault(form.getValues())
    form.clearErrors(['condition', 'publication_year', 'original_price', 'pages'])
    for (const [place, [name, message]] of Object.entries(wrong).entries())
      form.setError(name as keyof BookDraft, { message }, { shouldFocus: place === 0 })
    if (Object.keys(wrong).length > 0) return
    const { condition, publication_year, original_price, pages } = form.getValues()
    asked.current = facts
    try {
      const answer = await predict.run({ condition, publication_year, original_price, pages })
      if (!answer) return
      onPredicted(answer.predicted_price)
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
          value={predicted === undefined ? '' : rupeesExact(predicted)}
          placeholder="Press 'Predict Price'"
          aria-live="polite"
        />
      </Field>
      <Checkbox label="Accept Predicted Price" {...form.register('acceptPredictedPrice')} />
      {!accepted && <Money name="customPrice" label="Custom price (₹)" hint="At most the original price." />}
    </div>
  )
}
