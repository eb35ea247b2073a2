export const predictDelayMs = 400
export const priceErrorDelayMs = 600
