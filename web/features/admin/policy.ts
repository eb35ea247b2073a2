/** How often what waits for the admins is counted again: they have no live connection. */
export const badgeSeconds = 30
