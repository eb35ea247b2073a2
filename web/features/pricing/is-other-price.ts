/** The share of a price from which a change of it is worth showing. */
const minShownChange = 0.03

/** Whether a price is worth showing to somebody who has seen `before`. */
export const isOtherPrice = (now: number, before: number | undefined): boolean =>
  before === undefined || Math.abs(now - before) >= minShownChange * before
