import { Calculator } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { mayExceedListPrice } from '#contract/books/list-price.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { PriceField } from '#web/features/listing/book-fields.tsx'
import { customPriceError, priceFieldErrors } from '#web/features/listing/book-form-errors.ts'
import { outOfPrintHint, priceErrorDelayMs } from '#web/features/listing/limits.ts'
import {
  currentPrediction,
  type PredictedPrice,
  toPredictedPrice,
} from '#web/features/listing/price/predicted-price.ts'
import { PriceAssessment, predictionText } from '#web/features/listing/price/price-assessment.tsx'
import { priceFieldsKey, priceRequest } from '#web/features/listing/price/price-request.ts'
import { hasPrice, usePredictedPrice } from '#web/features/listing/price/use-predicted-price.ts'
import { showFieldErrors } from '#web/features/listing/show-field-errors.ts'
import { formatRupeesExact, typedNumber } from '#web/format.ts'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Checkbox, Field, FormError, Input } from '#web/ui/inputs/field.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

const predictionFailed = '❌ Failed to predict price.'

const priceChoice = ({ acceptPredictedPrice, customPrice }: BookDraft) =>
  `${acceptPredictedPrice} ${customPrice}`
const canPredict = (draft: BookDraft) => Object.keys(priceFieldErrors(draft)).length === 0

/** Implements the Predict Price button. `section` is null once the seller has left the step. */
function usePredictPriceButton(
  form: UseFormReturn<BookDraft>,
  section: RefObject<HTMLElement | null>,
  onPredicted: (prediction: PredictedPrice) => void,
) {
  const predict = useWrite(predictPrice)
  const [failure, setFailure] = useState<string>()
  /** Predicts the price, and again if the fields changed during the request. */
  const predictCurrentDraft = async () => {
    const choice = priceChoice(form.getValues())
    for (;;) {
      const draft = { ...form.getValues() }
      const response = await predict.run(priceRequest(draft))
      if (!response) return
      if (!hasPrice(response)) return setFailure(predictionFailed)
      const latest = form.getValues()
      if (priceFieldsKey(latest) !== priceFieldsKey(draft) && canPredict(latest)) continue
      onPredicted(toPredictedPrice(response, draft))
      // A choice that the seller made in the meantime stays, even if they left the step.
      if (section.current && priceChoice(latest) === choice)
        form.setValue('acceptPredictedPrice', true)
      return
    }
  }
  const run = async () => {
    setFailure(undefined)
    form.clearErrors(['condition', 'publication_year', 'original_price', 'pages'])
    if (showFieldErrors(form, priceFieldErrors(form.getValues()))) return
    try {
      await predictCurrentDraft()
    } catch (error) {
      showFormError(form, error, '')
      setFailure(predictionFailed)
    }
  }
  return { run, pending: predict.pending, failure }
}

type Props = {
  prediction: PredictedPrice | undefined
  onPredicted: (prediction: PredictedPrice) => void
}

export function PredictPriceSection({ prediction, onPredicted }: Props) {
  const form = useFormContext<BookDraft>()
  const section = useRef<HTMLDivElement>(null)
  const button = usePredictPriceButton(form, section, onPredicted)
  const draft = form.watch()
  const { acceptPredictedPrice: isAccepted, customPrice } = draft
  const current = currentPrediction(prediction, draft)
  // The seller's own price is assessed even if they don't press the button.
  const live = usePredictedPrice(draft, !isAccepted && current === undefined)
  const assessed = current ?? (isAccepted ? prediction : (live.predicted ?? prediction))
  const isUpToDate = current !== undefined || (!isAccepted && live.isCurrent)
  const isWorking = !isAccepted && !live.error && canPredict(draft)
  const outdatedText = isWorking ? 'Working it out…' : 'Out of date: predict again.'
  return (
    <div
      ref={section}
      className="flex flex-col gap-3 rounded-box border border-border bg-sunken p-4"
    >
      <Button
        variant="plain"
        icon={<Calculator size={20} aria-hidden />}
        pending={button.pending}
        onClick={() => void button.run()}
        className="self-start"
      >
        Predict Price
      </Button>
      <FormError>{!isAccepted && live.isCurrent ? undefined : button.failure}</FormError>
      <Field label="Predicted price">
        <Input
          readOnly
          value={current === undefined ? '' : formatRupeesExact(current.predicted_price)}
          placeholder="Press 'Predict Price'"
          aria-busy={button.pending}
        />
      </Field>
      <LiveRegion>{current === undefined ? '' : predictionText(current)}</LiveRegion>
      <Checkbox label="Accept Predicted Price" {...form.register('acceptPredictedPrice')} />
      {!isAccepted && <CustomPriceField />}
      {!isAccepted && live.error && (
        <InlineLoadError
          text={errorMessage(live.error, 'The price could not be predicted.')}
          onRetry={live.retry}
        />
      )}
      {assessed && (
        <PriceAssessment
          draft={draft}
          predicted={assessed}
          ownPrice={isAccepted ? undefined : customPrice}
          outdatedText={isUpToDate ? undefined : outdatedText}
        />
      )}
    </div>
  )
}

/** Shows errors after a pause in typing. The error for an empty field appears after leaving it. */
function CustomPriceField() {
  const { watch, formState } = useFormContext<BookDraft>()
  const { customPrice, original_price, publication_year } = watch()
  const wasLeft = formState.touchedFields.customPrice === true
  const error =
    customPrice.trim() === '' && !wasLeft
      ? undefined
      : customPriceError({ customPrice, original_price, publication_year })
  const settledError = useDebounced(error, priceErrorDelayMs)
  return (
    <PriceField
      name="customPrice"
      label="Custom price (₹)"
      hint={
        mayExceedListPrice(typedNumber(publication_year))
          ? outOfPrintHint
          : 'At most the original price.'
      }
      error={settledError === error ? error : undefined}
    />
  )
}
