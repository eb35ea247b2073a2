/** Longer titles and authors are cut on cards, in letters. */
export const cardTitleLength = 20
export const cardAuthorLength = 18

/** How many shelves of Explore Books are in the server's HTML: the first screenful. */
export const previewedShelves = 3
/** How many cards of a shelf a phone shows beside each other: their covers come first. */
export const cardsBesideEachOther = 3
/** How many cards of a shelf are in the server's HTML: what fits on a wide screen. */
export const shelfPreviewSize = 8

/** How far a photo can be enlarged beyond its own pixels. */
export const maxZoom = 4

/** Results of a search that are loaded at a time: two rows where the screen is wide. */
export const titlesPageSize = 12
/** Which books are saved: read once a session, and after each press. */
export const savedIdsStaleMs = 10 * 60_000

/** Until a price that is typed counts: its digits come one by one. */
export const priceDebounceMs = 700
/** Of the description that search engines show of a book, in characters. */
export const maxDescriptionLength = 300
