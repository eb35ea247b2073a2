import { Star } from 'lucide-react'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { sellerText, unknownBook } from '#contract/common/display-names.ts'
import { type Order, rateOrder } from '#contract/orders/orders.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { problemPath } from '#web/paths.ts'
import { FieldError } from '#web/ui/inputs/field.tsx'
import { TextLink } from '#web/ui/links.tsx'

type Props = {
  order: Order
  isNext: boolean
}

export function RateOrder({ order, isNext }: Props) {
  if (order.rating)
    return (
      <p className="text-muted text-sm">
        You rated the book {order.rating.book} of 5 and the seller {order.rating.seller} of 5.
        {order.rating.review && (
          <span className="block whitespace-pre-line">“{order.rating.review}”</span>
        )}
        {order.rating.removedAt && (
          <span className="block">An admin removed this rating, so it no longer counts.</span>
        )}
      </p>
    )
  return (
    <DialogButton
      label="Rate book and seller"
      variant={isNext ? 'primary' : 'plain'}
      data-rest={!isNext || undefined}
      icon={<Star />}
      can={order.can.includes('rate')}
    >
      {(close) => <RatingDialog order={order} onClose={close} />}
    </DialogButton>
  )
}

function RatingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const form = useContractForm(rateOrder.input, {
    defaultValues: { orderId: order._id, review: '' },
  })
  useFormDraft(form, `rating ${order._id}`)
  const submission = useSubmit(form, rateOrder, {
    fallback: 'Failed to save your rating.',
    done: 'Thank you for your rating.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="How was it?"
      description={`${order.book.title || unknownBook}, from ${sellerText(order.seller)}`}
      submitLabel="Save rating"
    >
      {order.can.includes('report-problem') && (
        <p className="text-muted text-sm">
          A rating closes the order. If something is wrong with the book,{' '}
          <TextLink to={problemPath('buyer', order._id)}>report the problem</TextLink> first.
        </p>
      )}
      <StarField name="book" label="The book" />
      <StarField name="seller" label="The seller" />
      <TextAreaField
        name="review"
        label="Review"
        optional
        hint="What should the next reader know?"
      />
    </FormDialog>
  )
}

const starLabels = ['Bad', 'Poor', 'Fair', 'Good', 'Very good'] as const

function StarField({ name, label }: { name: 'book' | 'seller'; label: string }) {
  const id = useId()
  const { field, fieldState } = useController<{ [Name in typeof name]?: number }>({ name })
  const { value = 0, onChange, ref } = field
  const error = fieldState.error?.message
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={error && `${id}-error`}>
      <legend className="font-medium text-sm">{label}</legend>
      <div className="flex items-center gap-1">
        {starLabels.map((starLabel, index) => {
          const stars = index + 1
          return (
            <label
              key={starLabel}
              className="relative inline-flex size-11 cursor-pointer items-center justify-center
                rounded-box has-focus-visible:outline-2 has-focus-visible:outline-primary"
            >
              <input
                // After an error, the first star gets the focus.
                ref={index === 0 ? ref : undefined}
                type="radio"
                name={id}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-invalid={error !== undefined || undefined}
                className="sr-only"
                aria-label={`${stars} of 5: ${starLabel}`}
              />
              <Star
                size={28}
                aria-hidden
                className={stars <= value ? 'fill-accent text-accent' : 'text-input'}
              />
            </label>
          )
        })}
        <span aria-hidden className="pl-2 text-muted text-sm">
          {starLabels[value - 1]}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
