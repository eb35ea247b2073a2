import { useFormContext } from 'react-hook-form'
import type { Side } from '#contract/common/endpoint.ts'
import { formatRupees, typedNumber } from '#web/format.ts'
import { NumberInput } from '#web/forms/number-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import {
  type Chosen,
  type ExchangeForm,
  evenedOut,
  sumOfValues,
  topUpText,
} from './exchange-form.ts'

type Props = { side: Side; partner: string; chosen: Chosen }

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Who pays rupees on top and how many: first what evens it out, then what people agree on. */
export function TopUpFields({ side, partner, chosen }: Props) {
  const { register, setValue, watch, formState } = useFormContext<ExchangeForm>()
  if (chosen.seller.length === 0 || chosen.buyer.length === 0) return null
  const other = side === 'buyer' ? 'seller' : 'buyer'
  const even = evenedOut(chosen)
  const topUpBy = watch('exchange.topUpBy')
  const topUp = watch('exchange.topUp')
  const isEven = topUpBy === even.topUpBy && typedNumber(topUp) === Number(even.topUp)
  const errors = formState.errors.exchange
  const set = (values: Pick<ExchangeForm['exchange'], 'topUp' | 'topUpBy'>) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue('exchange.topUpBy', values.topUpBy, options)
    setValue('exchange.topUp', values.topUp, options)
  }
  const evenText = topUpText({ topUp: Number(even.topUp), topUpBy: even.topUpBy }, side, partner)
  return (
    <fieldset className="flex flex-col gap-2 rounded-box bg-sunken p-3">
      <legend className="sr-only">Rupees on top</legend>
      <p className="text-sm">
        What you get counts for {formatRupees(sumOfValues(chosen[other]))}, what you give for{' '}
        {formatRupees(sumOfValues(chosen[side]))}.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Who pays on top">
          <Select
            value={topUpBy}
            onChange={(event) => {
              const by = event.target.value as '' | Side
              set({ topUpBy: by, topUp: by === '' ? '0' : topUp === '0' ? '' : topUp })
            }}
          >
            <option value="">Nobody</option>
            <option value={side}>I do</option>
            <option value={other}>{partner}</option>
          </Select>
        </Field>
        {topUpBy !== '' && (
          <Field label="Rupees on top" error={errors?.topUp?.message}>
            <NumberInput isWhole {...register('exchange.topUp')} />
          </Field>
        )}
      </div>
      {isEven ? (
        <p className="text-muted text-sm">That evens it out.</p>
      ) : (
        <Button variant="plain" size="sm" className="self-start" onClick={() => set(even)}>
          Even it out: {even.topUpBy === other ? evenText : lowerFirst(evenText)}
        </Button>
      )}
    </fieldset>
  )
}
