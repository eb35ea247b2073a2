export const predictDelayMs = 400
export const priceErrorDelayMs = 600
/** How long Submit waits for a price before it says that it is waiting. */
export const longWaitMs = 5000

export const outOfPrintHint =
  'This book is over 20 years old, so you may ask more than its original price.'
