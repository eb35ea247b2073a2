/** Today's prediction of a listed copy is shown from this distance to the saved one, as a share of it. */
export const minShownChange = 0.03
