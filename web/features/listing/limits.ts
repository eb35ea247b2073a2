export const priceErrorDelayMs = 600
export const outOfPrintHint =
  'This book is over 20 years old, so you may ask more than its original price.'
