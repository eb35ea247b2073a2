import { Calculator } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { OwnPriceField } from '#web/features/listing/book-fields.tsx'
import { customPriceError, priceFieldErrors } from '#web/features/listing/book-form-errors.ts'
import type { PredictedPriceQuery } from '#web/features/listing/price/predicted-price.ts'
import { PricePanel } from '#web/features/listing/price/price-panel.tsx'
import { formatRupeesExact } from '#web/format.ts'
import { showFieldErrors } from '#web/forms/show-field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input } from '#web/ui/inputs/field.tsx'

type Props = {
  query: PredictedPriceQuery
  /** Whether Predict Price was pressed. */
  isAsked: boolean
  onAsk: () => void
}

export function PredictPriceSection({ query, isAsked, onAsk }: Props) {
  const form = useFormContext<BookDraft>()
  const draft = form.watch()
  const { acceptPredictedPrice: isAccepted, customPrice } = draft
  const wasLeft = form.formState.touchedFields.customPrice === true
  const predicted = isAsked && query.isCurrent ? query.predicted : undefined
  const isPending = isAsked && query.isPending
  const predict = () => {
    form.clearErrors(['condition', 'publication_year', 'original_price', 'pages'])
    if (showFieldErrors(form, priceFieldErrors(form.getValues()))) return
    form.setValue('acceptPredictedPrice', true)
    if (query.error) query.retry()
    onAsk()
  }
  return (
    <div className="flex flex-col gap-3 rounded-box border border-border bg-sunken p-4">
      <Button
        variant="plain"
        icon={<Calculator />}
        pending={isPending}
        onClick={predict}
        className="self-start"
      >
        Predict Price
      </Button>
      <Field label="Predicted price">
        <Input
          readOnly
          value={predicted ? formatRupeesExact(predicted.predicted_price) : ''}
          placeholder="Press 'Predict Price'"
          aria-busy={isPending}
        />
      </Field>
      <Checkbox label="Accept Predicted Price" {...form.register('acceptPredictedPrice')} />
      {!isAccepted && (
        <OwnPriceField
          name="customPrice"
          label="Custom price (₹)"
          hint="At most the original price."
          // An empty field shows its error only after the seller has left it.
          error={customPrice.trim() || wasLeft ? customPriceError(draft) : undefined}
        />
      )}
      <PricePanel
        query={query}
        draft={draft}
        ownPrice={isAccepted ? undefined : customPrice}
        failed={isAccepted ? '❌ Failed to predict price.' : undefined}
      />
    </div>
  )
}
