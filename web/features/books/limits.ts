/** How many letters of a title and of an author a card shows. */
export const cardTitleLength = 20
export const cardAuthorLength = 18
/** How many covers are loaded before all others: a phone's first row. */
export const firstCovers = 2
/** How many shelves of Explore Books the server's HTML contains: the first screenful. */
export const previewedShelves = 3
/** How many cards of a shelf are drawn at first: as many as fit on a wide screen. */
export const shelfPreviewSize = 6
