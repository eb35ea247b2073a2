import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { conditionLabels, conditions } from '#contract/books/book-forms.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listWants } from '#contract/wishlist/wants.ts'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { NumberInput } from '#web/forms/number-input.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select } from '#web/ui/inputs/field.tsx'
import { distanceOptions, type LimitsDraft } from './limits-draft.ts'

export type PersonPlace = ResponseOf<typeof listWants>['place']

type Props = { place: PersonPlace; isAskingPlace: boolean; onAskPlace: () => void }

/** Whether the form asks where the person is: if it isn't known, or if they are changing it. */
export function useAskPlace(place: PersonPlace) {
  const [isChanging, setChanging] = useState(false)
  return {
    place,
    isAskingPlace: place === undefined || isChanging,
    onAskPlace: () => setChanging(true),
  }
}

/** Fields for the accepted condition and distance, and for giving a book in exchange. */
export function LimitsFields(props: Props) {
  const { register, watch, formState } = useFormContext<LimitsDraft>()
  const { errors } = formState
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Condition at least" error={errors.worstCondition?.message}>
          <Select {...register('worstCondition')}>
            {conditions.map((condition) => (
              <option key={condition} value={condition}>
                {conditionLabels[condition]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Distance" error={errors.withinKm?.message}>
          <Select {...register('withinKm')}>
            <option value="">Anywhere</option>
            {distanceOptions.map(([km, label]) => (
              <option key={km} value={km}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {watch('withinKm') !== '' && <PlaceOfPerson {...props} />}
      <Checkbox label="I’d also swap for it" {...register('swap')} />
      {watch('swap') && (
        <Field
          label="Extra you’d pay (₹)"
          optional
          error={errors.mostOnTop?.message}
          hint="If the book is worth more than yours."
        >
          <NumberInput isWhole placeholder="0" {...register('mostOnTop')} />
        </Field>
      )}
    </>
  )
}

function PlaceOfPerson({ place, isAskingPlace, onAskPlace }: Props) {
  const { register, watch, formState } = useFormContext<LimitsDraft>()
  if (isAskingPlace || !place)
    return (
      <PinCodeField
        label="Your PIN code"
        typed={watch('pinCode')}
        hint="The distance is from there. Nobody sees it."
        error={formState.errors.pinCode?.message}
        input={register('pinCode')}
      />
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
      <p>
        <span className="text-muted">From </span>
        {fullPlaceName(place)}
        {place.isSellers && <span className="text-muted">, as in your seller profile</span>}
      </p>
      {place.isSellers ? (
        <Link to={paths.seller.profile} className="py-2 text-primary underline">
          Seller profile
        </Link>
      ) : (
        <Button variant="ghost" size="sm" aria-label="Change the place" onClick={onAskPlace}>
          Change
        </Button>
      )}
    </div>
  )
}
