// The limits of a want, as fields of a form.
import { useFormContext } from 'react-hook-form'
import { type Condition, conditionLabels, conditions } from '#contract/books/conditions.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { type listWants, type Want, wantDistancesKm } from '#contract/wishlist/wants.ts'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { formatRupees } from '#web/format.ts'
import { NumberField, SelectField } from '#web/forms/fields.tsx'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/inputs/field.tsx'
import { TextLink } from '#web/ui/links.tsx'

export type PersonPlace = ResponseOf<typeof listWants>['place']

export type LimitsDraft = {
  swap: boolean
  worstCondition: Condition
  mostOnTop: string
  /** If it is '', copies may be anywhere. */
  withinKm: string
  pinCode: string
}

type Limits = Pick<Want, 'swap' | 'worstCondition' | 'mostOnTop' | 'withinKm'>
const noLimits: Limits = { swap: true, worstCondition: 'average', mostOnTop: 0 }

export const limitsOf = (place: PersonPlace, limits: Limits = noLimits): LimitsDraft => ({
  swap: limits.swap,
  worstCondition: limits.worstCondition,
  mostOnTop: limits.mostOnTop === 0 ? '' : `${limits.mostOnTop}`,
  withinKm: `${limits.withinKm ?? ''}`,
  pinCode: place?.pinCode ?? '',
})

/** Converts the form's fields to the endpoint's input. Fields that aren't shown are left out. */
export const limitsInput = ({ pinCode, mostOnTop, ...draft }: LimitsDraft, place: PersonPlace) => ({
  swap: draft.swap,
  worstCondition: draft.worstCondition,
  ...(draft.swap && { mostOnTop: mostOnTop === '' ? '0' : mostOnTop }),
  withinKm: draft.withinKm,
  ...(!place?.isSellers && draft.withinKm !== '' && { pinCode }),
})

/** Returns a text such as 'Average or better · also by swap, up to ₹100 extra · within 25 km'. */
export function limitsText({ swap, worstCondition, mostOnTop, withinKm }: Limits): string {
  const condition =
    worstCondition === 'new'
      ? 'New only'
      : worstCondition === 'poor'
        ? 'Any condition'
        : `${conditionLabels[worstCondition]} or better`
  const extra = mostOnTop === 0 ? '' : `, up to ${formatRupees(mostOnTop)} extra`
  const distance = withinKm === undefined ? 'anywhere' : `within ${withinKm} km`
  return [condition, ...(swap ? [`also by swap${extra}`] : []), distance].join(' · ')
}

export function LimitsFields({ place }: { place: PersonPlace }) {
  const { register, watch } = useFormContext<LimitsDraft>()
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          name="worstCondition"
          label="Condition at least"
          options={conditions.map((condition) => [condition, conditionLabels[condition]])}
        />
        <SelectField
          name="withinKm"
          label="Distance"
          options={[
            ['', 'Anywhere'],
            ...wantDistancesKm.map((km) => [`${km}`, `Within ${km} km`] as const),
          ]}
        />
      </div>
      {watch('withinKm') !== '' && <PlaceOfPerson place={place} />}
      <Checkbox label="I’d also swap for it" {...register('swap')} />
      {watch('swap') && (
        <NumberField
          name="mostOnTop"
          label="Extra you’d pay (₹)"
          optional
          hint="If the book is worth more than yours."
          isWhole
          placeholder="0"
        />
      )}
    </>
  )
}

function PlaceOfPerson({ place }: { place: PersonPlace }) {
  const { register, watch, formState } = useFormContext<LimitsDraft>()
  if (!place?.isSellers)
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
        <span className="text-muted">, as in your seller profile</span>
      </p>
      <TextLink to={paths.seller.profile} className="py-2">
        Seller profile
      </TextLink>
    </div>
  )
}
