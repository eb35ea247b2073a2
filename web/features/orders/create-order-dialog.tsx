import { useState } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { addDays } from '#contract/common/dates.ts'
import { unknownBook, unknownBuyer } from '#contract/common/display-names.ts'
import { maxRentDays, priceRange } from '#contract/common/policy.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { OrderInput } from '#contract/orders/order-form.ts'
import { placeOrder, shortOrderId } from '#contract/orders/orders.ts'
import { askingPrice } from '#web/features/books/asking-price.tsx'
import { formatAmountInput, formatRupees, typedNumber } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { NumberInput } from '#web/forms/number-input.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { todayInIndia } from '#web/session/server-clock.ts'
import { Field, Input, Select, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { formatRentPeriod } from './format-rent-period.ts'

type Props = {
  chat: Chat
  delivery?: { deliveryAddress?: string | undefined; phoneNumber?: string | undefined } | undefined
  onClose: () => void
}

export function CreateOrderDialog({ chat, delivery, onClose }: Props) {
  const { book } = chat
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
    },
  })
  const toast = useToast()
  const isRent = form.watch('orderType') === 'rent'
  // The same day shown and sent, and sent again: also after midnight a retry is the same order.
  const [today, setToday] = useState(todayInIndia)
  const basis = { pricePerDay: book.rentPrice ?? 0, today }
  const submission = useSubmit(form, placeOrder, {
    toInput: ({ price, rentDays, ...order }) => ({
      ...order,
      ...(isRent ? { rentDays, ...rentInput(typedNumber(rentDays), basis) } : { price }),
    }),
    fallback: () => 'Failed to place order.',
    onDone: (order) => {
      toast({ text: `Order ${shortOrderId(order._id)} was created.`, kind: 'success' })
      onClose()
    },
  })
  // Nothing was ordered: the seller reads the new day's dates and presses again.
  if (submission.code === 'rent_dates_differ' && today !== todayInIndia()) setToday(todayInIndia())
  const { errors } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Order"
      description={`${book.title || unknownBook}, for ${chat.buyer.name || unknownBuyer}`}
      hasUnsavedChanges={form.formState.isDirty}
    >
      <FormProvider {...form}>
        <ContractForm form={form} {...submission} submitLabel="Create Order">
          <Field label="Order type" error={errors.orderType?.message}>
            <Select {...form.register('orderType')}>
              <option value="purchase">Purchase</option>
              {isRentable && <option value="rent">Rent</option>}
            </Select>
          </Field>
          <DeliveryFields />
          {isRent ? <RentFields {...basis} /> : <PriceField suggestedPrice={askingPrice(book)} />}
        </ContractForm>
      </FormProvider>
    </Dialog>
  )
}

function DeliveryFields() {
  const { register, formState } = useFormContext<{ deliveryAddress: string; phoneNumber: string }>()
  return (
    <>
      <Field label="Delivery address" error={formState.errors.deliveryAddress?.message}>
        <TextArea autoComplete="off" {...register('deliveryAddress')} />
      </Field>
      <Field label="Phone number" error={formState.errors.phoneNumber?.message}>
        <Input type="tel" inputMode="tel" autoComplete="off" {...register('phoneNumber')} />
      </Field>
    </>
  )
}

type RentBasis = { pricePerDay: number; today: string }

/** The rent from today in rupees, calculated as on the server; undefined for invalid days. */
function calculateRent(rentDays: number, { pricePerDay, today }: RentBasis) {
  if (!Number.isInteger(rentDays) || rentDays < 1 || rentDays > maxRentDays) return undefined
  return {
    rentDays,
    rentStartDate: today,
    rentEndDate: addDays(today, rentDays),
    price: toRupees(rentDays * toPaise(pricePerDay)),
  }
}

/**
 * What the dialog shows, for the server to refuse an order on other terms; no price that is too
 * high for any order, so that the server's sentence is about the days.
 */
function rentInput(rentDays: number, basis: RentBasis) {
  const rent = calculateRent(rentDays, basis)
  return rent && rent.price > priceRange.max ? { ...rent, price: undefined } : rent
}

function RentFields(basis: RentBasis) {
  const { register, formState, watch } = useFormContext<{ rentDays: string }>()
  const rent = calculateRent(typedNumber(watch('rentDays')), basis)
  return (
    <>
      <Field label="Rent price per day">
        <Input readOnly value={formatRupees(basis.pricePerDay)} />
      </Field>
      <Field label="Number of days" error={formState.errors.rentDays?.message}>
        <NumberInput isWhole {...register('rentDays')} />
      </Field>
      <div aria-live="polite" className="font-medium">
        <p>Rent period: {rent ? formatRentPeriod(rent) : '—'}</p>
        <p>Total: {rent ? formatRupees(rent.price) : '—'}</p>
      </div>
    </>
  )
}

function PriceField({ suggestedPrice }: { suggestedPrice: number }) {
  const { register, formState } = useFormContext<{ price: string }>()
  return (
    <Field
      label="Price (₹)"
      error={formState.errors.price?.message}
      hint={`Asking price ${formatRupees(suggestedPrice)}; change it if you agreed on another.`}
    >
      <NumberInput {...register('price')} />
    </Field>
  )
}
