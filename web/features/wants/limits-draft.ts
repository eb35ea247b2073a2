// The terms of a want as a form has them.
import { type Condition, conditionLabels } from '#contract/books/book-forms.ts'
import { type Want, wantDistancesKm } from '#contract/wishlist/wants.ts'
import { formatRupees } from '#web/format.ts'

export type LimitsDraft = {
  worstCondition: Condition
  mostOnTop: string
  /** Empty: from anywhere. */
  withinKm: string
  pinCode: string
}

export const emptyLimits: LimitsDraft = {
  worstCondition: 'average',
  mostOnTop: '',
  withinKm: '',
  pinCode: '',
}

export const limitsOf = ({ worstCondition, mostOnTop, withinKm }: Want): LimitsDraft => ({
  worstCondition,
  mostOnTop: mostOnTop === 0 ? '' : `${mostOnTop}`,
  withinKm: withinKm === undefined ? '' : `${withinKm}`,
  pinCode: '',
})

/** `asksPlace`: the person is asked where they are. */
export const limitsInput = (draft: LimitsDraft, asksPlace: boolean) => ({
  worstCondition: draft.worstCondition,
  mostOnTop: draft.mostOnTop === '' ? '0' : draft.mostOnTop,
  withinKm: draft.withinKm,
  ...(asksPlace && draft.withinKm !== '' && { pinCode: draft.pinCode }),
})

export const distanceOptions = wantDistancesKm.map((km) => [`${km}`, `Within ${km} km`] as const)

/** 'Average or better · up to ₹100 on top · within 25 km'. */
export function limitsText({ worstCondition, mostOnTop, withinKm }: Want): string {
  const condition =
    worstCondition === 'new'
      ? 'New only'
      : worstCondition === 'poor'
        ? 'Any condition'
        : `${conditionLabels[worstCondition]} or better`
  const rupees = mostOnTop === 0 ? 'nothing on top' : `up to ${formatRupees(mostOnTop)} on top`
  return `${condition} · ${rupees} · ${withinKm === undefined ? 'anywhere' : `within ${withinKm} km`}`
}

const rupeesText = (typed: unknown) => (typed === '' ? 'nothing' : `₹${typed}`)

export const limitsFields = {
  worstCondition: {
    label: 'Worst condition you take',
    text: (condition: unknown) => conditionLabels[condition as Condition],
  },
  mostOnTop: { label: 'Most you pay on top', text: rupeesText },
  withinKm: {
    label: 'From how far',
    text: (km: unknown) => (km === '' ? 'Anywhere' : `Within ${km} km`),
  },
}
