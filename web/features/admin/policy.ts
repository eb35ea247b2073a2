/** How often what waits for the admins is counted again: they have no live connection. */
export const badgeSeconds = 30
/** Of an account that is to be blocked; the others are only counted. */
export const maxShownOpenOrders = 6
