/** Formats a whole number as it is written in India: '1,00,000'. The first call is fast, too. */
export const formatNumber = (number: number): string =>
  String(number).replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',')

export const formatCount = (amount: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(amount)} ${amount === 1 ? singular : plural}`
