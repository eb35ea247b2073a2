/** Whoever has seen a prediction is shown a new one that differs by at least this share of it. */
export const minShownChange = 0.03
/** The median of fewer sales is mostly chance. */
export const minReliableSales = 5
export const maxShownSales = 20
