/** As long as an offer is open, a copy is kept beyond its hours for whoever has made it. */
export const offerPatienceHours = 48
