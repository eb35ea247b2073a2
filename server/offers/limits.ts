import { offerHours } from '#contract/common/limits.ts'

export const offerMs = offerHours * 3_600_000
export const maxOfferBooksListed = 20
