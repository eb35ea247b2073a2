// The limits of a want as form fields.
import { type Condition, conditionLabels } from '#contract/books/book-forms.ts'
import { type Want, wantDistancesKm } from '#contract/wishlist/wants.ts'
import { formatRupees } from '#web/format.ts'

export type LimitsDraft = {
  swap: boolean
  worstCondition: Condition
  mostOnTop: string
  /** If empty, copies may be anywhere. */
  withinKm: string
  pinCode: string
}

export const emptyLimits: LimitsDraft = {
  swap: true,
  worstCondition: 'average',
  mostOnTop: '',
  withinKm: '',
  pinCode: '',
}

export const limitsOf = ({ swap, worstCondition, mostOnTop, withinKm }: Want): LimitsDraft => ({
  swap,
  worstCondition,
  mostOnTop: mostOnTop === 0 ? '' : `${mostOnTop}`,
  withinKm: withinKm === undefined ? '' : `${withinKm}`,
  pinCode: '',
})

/** Converts the fields to the endpoint's input. `asksPlace`: the form asks where the person is. */
export const limitsInput = (draft: LimitsDraft, asksPlace: boolean) => ({
  swap: draft.swap,
  worstCondition: draft.worstCondition,
  ...(draft.swap && { mostOnTop: draft.mostOnTop === '' ? '0' : draft.mostOnTop }),
  withinKm: draft.withinKm,
  ...(asksPlace && draft.withinKm !== '' && { pinCode: draft.pinCode }),
})

export const distanceOptions = wantDistancesKm.map((km) => [`${km}`, `Within ${km} km`] as const)

/** Returns a text such as 'Average or better · also by swap, up to ₹100 extra · within 25 km'. */
export function limitsText({ swap, worstCondition, mostOnTop, withinKm }: Want): string {
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

const rupeesText = (typed: unknown) => (typed === '' ? 'nothing' : `₹${typed}`)

export const limitsFields = {
  swap: { label: 'I’d also swap for it', text: (swap: unknown) => (swap ? 'Yes' : 'No') },
  worstCondition: {
    label: 'Condition at least',
    text: (condition: unknown) => conditionLabels[condition as Condition],
  },
  mostOnTop: { label: 'Extra you’d pay', text: rupeesText },
  withinKm: {
    label: 'Distance',
    text: (km: unknown) => (km === '' ? 'Anywhere' : `Within ${km} km`),
  },
}
