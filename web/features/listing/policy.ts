/** A price is predicted again after a pause in typing. */
export const predictDelayMs = 400
/** The title only changes the past sales that are shown. */
export const titleDelayMs = 600
/** While typing, a wrong price is reported only after a pause. */
export const priceErrorDelayMs = 600
