import { useFormContext } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { unknownBook, unknownBuyer } from '#contract/common/display-names.ts'
import { priceRange } from '#contract/common/limits.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { OrderInput } from '#contract/orders/order-form.ts'
import { placeOrder, shortOrderId } from '#contract/orders/orders.ts'
import { askingPrice } from '#web/features/books/asking-price.tsx'
import { formatAmountInput, formatRupees, typedNumber } from '#web/format.ts'
import { NumberField, PhoneField, SelectField, TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { todayInIndia } from '#web/session/server-clock.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { formatRentPeriod } from './labels.ts'
import { rentSum } from './rent-sum.ts'

type Props = {
  chat: Chat
  delivery?: { deliveryAddress?: string | undefined; phoneNumber?: string | undefined } | undefined
  onClose: () => void
}

const purchase = ['purchase', 'Purchase'] as const
const rent = ['rent', 'Rent'] as const

export function CreateOrderDialog({ chat, delivery, onClose }: Props) {
  const { book } = chat
  const free = book.available ?? 1
  const isRentable = book.isRentable && book.rentPrice !== undefined
  const form = useContractForm(OrderInput, {
    defaultValues: {
      chatId: chat._id,
      buyerId: chat.buyer._id,
      sellerId: chat.seller._id,
      bookId: book._id,
      orderType: 'purchase',
      deliveryAddress: delivery?.deliveryAddress ?? '',
      phoneNumber: formatPhone(delivery?.phoneNumber ?? ''),
      price: formatAmountInput(askingPrice(book)),
      rentDays: '',
      copies: free > 1 ? '1' : '',
    },
  })
  useFormDraft(form, `order ${chat._id}`, { without: ['deliveryAddress', 'phoneNumber'] })
  const isRent = form.watch('orderType') === 'rent'
  const pricePerDay = book.rentPrice ?? 0
  const submission = useSubmit(form, placeOrder, {
    toInput: ({ price, rentDays, ...order }) => ({
      ...order,
      ...(isRent ? { rentDays, ...rentInput(typedNumber(rentDays), pricePerDay) } : { price }),
    }),
    fallback: 'Failed to place order.',
    done: ({ _id, deal }) =>
      deal ? `${deal.orders} orders were created.` : `Order ${shortOrderId(_id)} was created.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Create Order"
      description={`${book.title || unknownBook}, for ${chat.buyer.name || unknownBuyer}`}
      submitLabel="Create Order"
    >
      <SelectField
        name="orderType"
        label="Order type"
        options={isRentable ? [purchase, rent] : [purchase]}
      />
      <TextAreaField name="deliveryAddress" label="Delivery address" autoComplete="off" />
      <PhoneField name="phoneNumber" label="Phone number" autoComplete="off" />
      {free > 1 && (
        <NumberField
          name="copies"
          label="Quantity"
          isWhole
          hint={`${free} copies are free. Each is an order at the price below.`}
        />
      )}
      {isRent ? (
        <RentFields pricePerDay={pricePerDay} />
      ) : (
        <NumberField
          name="price"
          label={free > 1 ? 'Price of each (₹)' : 'Price (₹)'}
          hint={`Asking price ${formatRupees(askingPrice(book))}; change it if you agreed on another.`}
        />
      )}
    </FormDialog>
  )
}

/** Returns a rental that starts today, or undefined if the days or the price are invalid. */
function rentFromToday(rentDays: number, pricePerDay: number) {
  const rentStartDate = todayInIndia()
  const sum = rentSum(rentDays, pricePerDay, rentStartDate)
  return sum && { rentDays, rentStartDate, rentEndDate: sum.lastDay, price: sum.total }
}

/**
 * Returns the terms that the dialog shows, because the server refuses others. A price above the
 * limit is left out, so that the server's error is about the days.
 */
function rentInput(rentDays: number, pricePerDay: number) {
  const rent = rentFromToday(rentDays, pricePerDay)
  return rent && rent.price > priceRange.max ? { ...rent, price: undefined } : rent
}

function RentFields({ pricePerDay }: { pricePerDay: number }) {
  const { watch } = useFormContext<{ rentDays: string; copies: string }>()
  const copies = typedNumber(watch('copies')) || 1
  const rent = rentFromToday(typedNumber(watch('rentDays')), pricePerDay)
  return (
    <>
      <Field label="Rent price per day">
        <Input readOnly value={formatRupees(pricePerDay)} />
      </Field>
      <NumberField name="rentDays" label="Number of days" isWhole />
      <div aria-live="polite" className="font-medium">
        <p>Rent period: {rent ? formatRentPeriod(rent) : '—'}</p>
        <p>Total: {rent ? formatRupees(rent.price * copies) : '—'}</p>
      </div>
    </>
  )
}
