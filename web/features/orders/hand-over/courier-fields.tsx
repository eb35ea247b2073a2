import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { couriers } from '#contract/orders/hand-over.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'

type Name = 'courier' | 'trackingNumber'

type Props = {
  register: (name: Name) => UseFormRegisterReturn
  errors: { [name in Name]?: { message?: string } }
  isCourierOptional?: boolean
}

/** With whom a book was sent, in a form of one's own. */
export function CourierFields({ register, errors, isCourierOptional = false }: Props) {
  const listId = useId()
  return (
    <>
      <Field label="Courier" optional={isCourierOptional} error={errors.courier?.message}>
        <Input
          list={listId}
          autoComplete="off"
          placeholder="India Post, DTDC …"
          {...register('courier')}
        />
      </Field>
      <datalist id={listId}>
        {couriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Tracking number" optional error={errors.trackingNumber?.message}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...register('trackingNumber')}
        />
      </Field>
    </>
  )
}
