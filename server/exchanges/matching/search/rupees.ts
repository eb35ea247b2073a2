/** What a copy counts in a ring: whole rupees, so that all differences are. */
export const toRupees = (paise: number): number => Math.round(paise / 100)
