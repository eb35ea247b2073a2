import { Calculator } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { predictPrice } from '#contract/pricing.ts'
import { messageOf } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { PriceReasons, SoldHere } from '#web/features/pricing/price-reasons.tsx'
import { rupeesExact } from '#web/format.ts'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-settled.ts'
import { Checkbox, Field, FormError, Input } from '#web/ui/inputs/field.tsx'
import { CouldNotLoad, LiveRegion } from '#web/ui/states.tsx'
import {
  type BookDraft,
  bookFields,
  branchWords,
  type Prediction,
  predictedFor,
  predictionFor,
  priceRequest,
} from './book-draft.ts'
import { Money } from './book-fields.tsx'
import { ownPriceError, priceErrors } from './book-form-errors.ts'
import { PriceAssessment, predictionWords } from './price-judgement.tsx'
import { isPriced, usePrice } from './use-price.ts'

const choiceOf = ({ acceptPredictedPrice, customPrice }: BookDraft) =>
  `${acceptPredictedPrice} ${customPrice}`
const canPredict = (draft: BookDraft) => Object.keys(priceErrors(draft)).length === 0

type Props = { prediction: Prediction | undefined; onPredicted: (prediction: Prediction) => void }

/** Asks what the copy is worth, and lets the seller take that price or name another. */
export function PricePrediction({ prediction, onPredicted }: Props) {
  const form = useFormContext<BookDraft>()
  const predict = useWrite(predictPrice)
  const [failure, setFailure] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const draft = form.watch()
  const { branch, acceptPredictedPrice: accepted, customPrice } = draft
  const predicted = predictedFor(prediction, draft)
  // A price of one's own is judged without a press of the button.
  const quiet = usePrice({ ...draft, title: '' }, !accepted && predicted === undefined)
  const judged = predicted ?? (accepted ? prediction : (quiet.priced ?? prediction))
  const isUnderWay = !accepted && !quiet.error && canPredict(draft)
  const old =
    predicted || (!accepted && quiet.fresh)
      ? undefined
      : isUnderWay
        ? 'Working it out…'
        : 'Out of date: predict again.'

  const run = async () => {
    setFailure(undefined)
    const wrong = priceErrors(form.getValues())
    form.clearErrors(['condition', 'publication_year', 'original_price', 'pages'])
    for (const [place, [name, message]] of Object.entries(wrong).entries())
      form.setError(name as keyof BookDraft, { message }, { shouldFocus: place === 0 })
    if (Object.keys(wrong).length > 0) return
    try {
      const choice = choiceOf(form.getValues())
      // What has changed while the call was under way is asked for as well; what can't be asked stands as out of date.
      for (;;) {
        const asked = { ...form.getValues() }
        const answer = await predict.run({ ...priceRequest(asked), ...(branch && { branch }) })
        if (!answer) return
        if (!isPriced(answer)) return setFailure('❌ Failed to predict price.')
        const now = form.getValues()
        if (bookFields(now) !== bookFields(asked) && canPredict(now)) continue
        onPredicted({
          ...predictionFor(answer, asked),
          pressed: { price: answer.predicted_price, branch },
        })
        // Who has meanwhile declined it, named a price of their own or gone on to the last step with one, keeps that.
        if (box.current && choiceOf(now) === choice) form.setValue('acceptPredictedPrice', true)
        return
      }
    } catch (error) {
      showFormError(form, error, '')
      setFailure('❌ Failed to predict price.')
    }
  }
  return (
    <div ref={box} className="flex flex-col gap-3 rounded-box border border-border bg-sunken p-4">
      <Button
        look="plain"
        icon={<Calculator size={20} aria-hidden />}
        pending={predict.pending}
        onClick={() => void run()}
        className="self-start"
      >
        Predict Price
      </Button>
      <FormError>{!accepted && quiet.fresh ? undefined : failure}</FormError>
      <Field label="Predicted price" hint={predicted && branchWords(predicted, predicted)}>
        <Input
          readOnly
          value={predicted === undefined ? '' : rupeesExact(predicted.predicted_price)}
          placeholder="Press 'Predict Price'"
          aria-busy={predict.pending}
        />
      </Field>
      <LiveRegion>{predicted === undefined ? '' : predictionWords(predicted)}</LiveRegion>
      <Checkbox label="Accept Predicted Price" {...form.register('acceptPredictedPrice')} />
      {!accepted && <OwnPrice />}
      {!accepted && quiet.error && (
        <CouldNotLoad
          text={messageOf(quiet.error, 'The price could not be predicted.')}
          onRetry={quiet.retry}
        />
      )}
      {judged && (
        <>
          <PriceAssessment priced={judged} own={accepted ? undefined : customPrice} old={old} />
          <PriceReasons {...judged} />
          {judged.comparables.length > 0 && <SoldHere {...judged} />}
        </>
      )}
    </div>
  )
}

/** What is wrong with it is said once one pauses; an empty field says so only after it was left. */
function OwnPrice() {
  const { watch, formState } = useFormContext<BookDraft>()
  const { customPrice, original_price } = watch()
  const isLeft = formState.touchedFields.customPrice === true
  const fault =
    customPrice.trim() === '' && !isLeft
      ? undefined
      : ownPriceError(customPrice, { original_price })
  const settled = useDebounced(fault, 600)
  return (
    <Money
      name="customPrice"
      label="Custom price (₹)"
      hint="At most the original price."
      error={settled === fault ? fault : undefined}
    />
  )
}
