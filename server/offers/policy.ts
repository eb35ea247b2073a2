import { offerHours } from '#contract/common/policy.ts'

export const offerMs = offerHours * 3_600_000
export const maxOpenOffers = 20
export const expiredOffersIntervalSeconds = 60
export const maxListedOffers = 100
export const maxOfferBooksListed = 20
