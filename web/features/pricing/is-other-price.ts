import { minShownChange } from './policy.ts'

/** Whether a price is worth telling to somebody who has seen `before`. */
export const isOtherPrice = (now: number, before: number | undefined): boolean =>
  before === undefined || Math.abs(now - before) >= minShownChange * before
