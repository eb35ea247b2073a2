/**
 * A prediction is told to somebody who has seen an earlier one from this distance, as a share of
 * that.
 */
export const minShownChange = 0.03
