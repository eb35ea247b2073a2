/** Smaller changes of a price, as a share of it, aren't worth showing. */
const minShownChange = 0.03

/** Whether a price is worth showing to somebody who has seen the price `before`. */
export const isOtherPrice = (now: number, before: number | undefined): boolean =>
  before === undefined || Math.abs(now - before) >= minShownChange * before
