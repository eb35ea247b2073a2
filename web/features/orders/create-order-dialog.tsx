import type { Chat } from '#contract/chats.ts'
import { toPaise, toRupees } from '#contract/common.ts'
import { addDays, indianDate } from '#contract/dates.ts'
import { unknownBook, unknownBuyer } from '#contract/display-names.ts'
import { OrderInput, placeOrder, shortOrderId } from '#contract/orders.ts'
import { maxRentDays } from '#contract/policy.ts'
import { askingPrice } from '#web/features/books/asking-price.tsx'
import { parseAmount, rupees } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { rentPeriod } from './order-card.tsx'

/** What so many days from today on come to, as the server will reckon it; undefined for a number that can't be ordered. */
function rentOf(rentDays: number, perDay: number) {
  if (!Number.isInteger(rentDays) || rentDays < 1 || rentDays > maxRentDays) return undefined
  const rentStartDate = indianDate(new Date())
  return {
    rentDays,
    rentStartDate,
    rentEndDate: addDays(rentStartDate, rentDays),
    total: toRupees(rentDays * toPaise(perDay)),
  }
}

/** The Create Order modal of a chat; rent is offered only for a rentable book. */
export function CreateOrderDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { book } = chat
  const rentable = book.isRentable && book.rentPrice !== undefined
  const form = useContractForm(OrderInput, {
    defaultValues: {
      chatId: chat._id,
      buyerId: chat.buyer._id,
      sellerId: chat.seller._id,
      bookId: book._id,
      orderType: 'purchase',
      deliveryAddress: '',
      phoneNumber: '',
      price: parseAmount(askingPrice(book)),
      rentDays: '',
    },
  })
  const toast = useToast()
  const renting = form.watch('orderType') === 'rent'
  const rent = renting ? rentOf(Number(form.watch('rentDays')), book.rentPrice ?? 0) : undefined
  const sending = useSubmit(form, placeOrder, {
    toAsk: ({ price, rentDays, ...order }) => ({
      ...order,
      ...(renting ? { rentDays } : { price }),
    }),
    fallback: () => 'Failed to place order.',
    onDone: (placed) => {
      toast({ text: `Order ${shortOrderId(placed._id)} was created.`, kind: 'good' })
      onClose()
    },
  })
  const { errors } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Order"
      description={`${book.title || unknownBook}, for ${chat.buyer.name || unknownBuyer}`}
      keep={form.formState.isDirty}
    >
      <ContractForm form={form} {...sending} action="Create Order">
        <Field label="Order type" error={errors.orderType?.message}>
          <Select {...form.register('orderType')}>
            <option value="purchase">Purchase</option>
            {rentable && <option value="rent">Rent</option>}
          </Select>
        </Field>
        <Field label="Delivery address" error={errors.deliveryAddress?.message}>
          <TextArea autoComplete="off" maxLength={300} {...form.register('deliveryAddress')} />
        </Field>
        <Field label="Phone number" error={errors.phoneNumber?.message}>
          <Input type="tel" inputMode="tel" autoComplete="off" {...form.register('phoneNumber')} />
        </Field>
        {renting ? (
          <>
            <Field label="Rent price per day">
              <Input readOnly value={rupees(book.rentPrice ?? 0)} />
            </Field>
            <Field label="Number of days" error={errors.rentDays?.message}>
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={maxRentDays}
                {...form.register('rentDays')}
              />
            </Field>
            <div aria-live="polite" className="font-medium">
              <p>Rent period: {rent ? rentPeriod(rent) : '—'}</p>
              <p>Total: {rent ? rupees(rent.total) : '—'}</p>
            </div>
          </>
        ) : (
          <Field
            label="Price (₹)"
            error={errors.price?.message}
            hint={`Asking price ${rupees(askingPrice(book))}; change it if you agreed on another.`}
          >
            <Input
              type="number"
              inputMode="decimal"
              min={1}
              max={100_000}
              step="0.01"
              {...form.register('price')}
            />
          </Field>
        )}
      </ContractForm>
    </Dialog>
  )
}
