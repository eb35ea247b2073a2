import { Star } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import { unknownBook, unknownSeller } from '#contract/common/display-names.ts'
import { type Order, rateOrder } from '#contract/orders/orders.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { problemPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { StarField } from '#web/ui/inputs/star-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'

type Props = {
  order: Order
  isNext: boolean
}

export function RateOrder({ order, isNext }: Props) {
  const [isOpen, setOpen] = useState(false)
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
    <StaleActionBoundary can={order.can.includes('rate')}>
      <Button
        variant={isNext ? 'primary' : 'plain'}
        data-rest={!isNext || undefined}
        icon={<Star size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Rate book and seller
      </Button>
      {isOpen && <RatingDialog order={order} onClose={() => setOpen(false)} />}
    </StaleActionBoundary>
  )
}

function RatingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const form = useContractForm(rateOrder.input, {
    defaultValues: { orderId: order._id, review: '' },
  })
  useFormDraft(form, `rating ${order._id}`)
  const book = useController({ control: form.control, name: 'book' })
  const seller = useController({ control: form.control, name: 'seller' })
  const submission = useSubmit(form, rateOrder, {
    fallback: 'Failed to save your rating.',
    done: 'Thank you for your rating.',
    onDone: onClose,
  })
  const starsOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title="How was it?"
      description={`${order.book.title || unknownBook}, from ${order.seller.name || unknownSeller}`}
      hasUnsavedChanges={form.formState.isDirty}
    >
      <ContractForm form={form} {...submission} submitLabel="Save rating">
        {order.can.includes('report-problem') && (
          <p className="text-muted text-sm">
            A rating closes the order. If something is wrong with the book,{' '}
            <Link to={problemPath('buyer', order._id)} className="text-primary underline">
              report the problem
            </Link>{' '}
            first.
          </p>
        )}
        <StarField
          label="The book"
          value={starsOf(book.field.value)}
          onChange={book.field.onChange}
          ref={book.field.ref}
          error={book.fieldState.error?.message}
        />
        <StarField
          label="The seller"
          value={starsOf(seller.field.value)}
          onChange={seller.field.onChange}
          ref={seller.field.ref}
          error={seller.fieldState.error?.message}
        />
        <TextAreaField
          name="review"
          label="Review"
          optional
          hint="What should the next reader know?"
        />
      </ContractForm>
    </Dialog>
  )
}
