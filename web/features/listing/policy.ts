export const predictDelayMs = 400
/** The title only changes the past sales that are shown. */
export const titleDelayMs = 600
export const priceErrorDelayMs = 600
