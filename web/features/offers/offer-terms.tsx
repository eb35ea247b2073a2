import { useFormContext } from 'react-hook-form'
import { addDays } from '#contract/common/dates.ts'
import { maxDaysAhead } from '#contract/common/limits.ts'
import { rentSum } from '#web/features/orders/rent-sum.ts'
import { formatRupees, typedNumber } from '#web/format.ts'
import { NumberField, TextField } from '#web/forms/fields.tsx'
import { todayInIndia } from '#web/session/server-clock.ts'
import { formatDate } from '#web/time.tsx'
import { RadioGroup } from '#web/ui/inputs/radio-group.tsx'
import { rentTerms } from './labels.ts'
import {
  askingAmount,
  type ChosenBook,
  isRentable,
  type OfferForm,
  rentTermsOf,
} from './offer-form.ts'

type Props = { chosen: ChosenBook[]; onTypeChange: (type: 'purchase' | 'rent') => void }

export function OfferTerms({ chosen, onTypeChange }: Props) {
  const { register, watch } = useFormContext<OfferForm>()
  const orderType = watch('orderType')
  const asked = formatRupees(askingAmount(chosen, orderType))
  return (
    <>
      {isRentable(chosen) && (
        <RadioGroup
          label="Buy or rent"
          options={[
            { value: 'purchase', label: 'Buy' },
            { value: 'rent', label: 'Rent' },
          ]}
          {...register('orderType', {
            onChange: (event) => onTypeChange(event.target.value === 'rent' ? 'rent' : 'purchase'),
          })}
        />
      )}
      <NumberField
        name="amount"
        label={orderType === 'rent' ? 'Rent per day (₹)' : 'Amount (₹)'}
        hint={`Asking price ${asked}${chosen.length > 1 || (chosen[0]?.copies ?? 1) > 1 ? ' for all' : ''}`}
      />
      {orderType === 'rent' && <RentFields chosen={chosen} />}
    </>
  )
}

function RentFields({ chosen }: { chosen: ChosenBook[] }) {
  const { watch } = useFormContext<OfferForm>()
  const today = todayInIndia()
  const [days, amount] = [typedNumber(watch('days')), typedNumber(watch('amount'))]
  const sum = rentSum(days, amount, String(watch('firstDay') ?? ''))
  const purchase = askingAmount(chosen, 'purchase')
  const { deposit, ...terms } = rentTermsOf(chosen)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="firstDay"
          label="First day"
          type="date"
          min={today}
          max={addDays(today, maxDaysAhead)}
        />
        <NumberField name="days" label="Number of days" isWhole />
      </div>
      <div aria-live="polite" className="text-sm">
        {sum && (
          <p className="font-medium">
            {formatRupees(sum.total)} in all, back by {formatDate(sum.lastDay)}
          </p>
        )}
        {sum && deposit !== undefined && (
          <p>Plus {formatRupees(deposit)} deposit, given back when the book is returned.</p>
        )}
        {sum && sum.total > purchase && (
          <p className="text-danger">Buying costs less: {formatRupees(purchase)}.</p>
        )}
        <p className="text-muted">{rentTerms(sum ? terms : { ...terms, deposit })}</p>
      </div>
    </>
  )
}
