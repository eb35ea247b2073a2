import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { maxRentDays } from '#contract/common/limits.ts'
import { integer, numberInput, priceInput } from '#contract/common/schemas.ts'
import { makeOffer } from '#contract/orders/offers.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { formatAmountInput, formatRupees, typedNumber } from '#web/format.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { NumberField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { chatPath } from '#web/paths.ts'
import { formatDate } from '#web/time.tsx'
import { rentSum } from './rent-sum.ts'

const ExtensionForm = z.object({
  days: numberInput(integer('The number of days', 1, maxRentDays)),
  amount: numberInput(priceInput('Rent per day')),
})

type Props = { order: Order; side: Side }

export const ExtendRent = ({ order, side }: Props) => (
  <>
    {order.wanted && (
      <p data-rest className="text-muted text-sm">
        {errorCatalog.copy_wanted[1]}
      </p>
    )}
    <DialogButton
      label="Extend rent"
      aria-label={`Extend rent of order ${shortOrderId(order._id)}`}
      variant="plain"
      data-rest
      can={order.can.includes('extend')}
    >
      {(close) => <ExtendDialog order={order} side={side} onClose={close} />}
    </DialogButton>
  </>
)

export function ExtendDialog({ order, side, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const rate = Math.round((order.price / (order.rentDays ?? 1)) * 100) / 100
  const form = useContractForm(ExtensionForm, {
    defaultValues: { days: '', amount: formatAmountInput(rate) },
  })
  const submission = useSubmit(form, makeOffer, {
    toInput: ({ days, amount }) => ({
      chatId: order.chat._id,
      extendsOrderId: order._id,
      orderType: 'rent',
      days,
      amount,
      items: [{ bookId: order.book._id, copies: 1 }],
      handOver: 'meet' as const,
    }),
    fallback: 'The offer could not be sent. Please try again.',
    onDone: () => void navigate(chatPath(side, order.chat._id)),
  })
  const [days, amount] = [typedNumber(form.watch('days')), typedNumber(form.watch('amount'))]
  const more = rentSum(days, amount, order.rentEndDate ?? '')
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Extend the rent"
      description={`${order.book.title}. Due ${formatDate(order.rentEndDate ?? '')}.`}
      submitLabel="Send offer"
    >
      <NumberField name="days" label="More days" isWhole />
      <NumberField name="amount" label="Rent per day (₹)" />
      <p aria-live="polite" className="font-medium text-sm">
        {more && `${formatRupees(more.total)} more, back by ${formatDate(more.lastDay)}`}
      </p>
      {more && order.lossPrice !== undefined && order.price + more.total > order.lossPrice && (
        <p className="text-danger text-sm">
          {`With the ${formatRupees(order.price)} so far, that is more than the book costs: ${formatRupees(order.lossPrice)}.`}
        </p>
      )}
    </FormDialog>
  )
}
