import type { Chat } from '#contract/chats.ts'
import { longestRent, OrderInput, placeOrder, shortOrderId } from '#contract/orders.ts'
import { ContractForm } from '#web/parts/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/parts/form.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { rupees, typed } from '#web/parts/format.ts'
import { Field, Input, Select, TextArea } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

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
      price: typed(book.price),
      rentDays: '',
    },
  })
  const toast = useToast()
  const renting = form.watch('orderType') === 'rent'
  const days = Number(form.watch('rentDays'))
  const total = renting && Number.isInteger(days) && days > 0 ? days * (book.rentPrice ?? 0) : undefined
  const sending = useSubmit(form, placeOrder, {
    toAsk: ({ price, rentDays, ...order }) => ({ ...order, ...(renting ? { rentDays } : { price }) }),
    fallback: () => 'Failed to place order.',
    onDone: (placed) => {
      toast({ text: `Order ${shortOrderId(placed._id)} was created.`, kind: 'good' })
      onClose()
    },
  })
  const { errors } = form.formState
  return (
    <FormDialog onClose={onClose} title="Create Order" description={`${book.title}, for ${chat.buyer.name}`} keep={form.formState.isDirty}>
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
              <Input type="number" inputMode="numeric" min={1} max={longestRent} {...form.register('rentDays')} />
            </Field>
            <p aria-live="polite" className="font-medium">
              Total: {total === undefined ? '—' : rupees(total)}
            </p>
          </>
        ) : (
          <Field
            label="Price (₹)"
            error={errors.price?.message}
            hint={`Asking price ${rupees(book.price)}; change it if you agreed on another.`}
          >
            <Input type="number" inputMode="decimal" min={1} max={100_000} step="0.01" {...form.register('price')} />
          </Field>
        )}
      </ContractForm>
    </FormDialog>
  )
}
