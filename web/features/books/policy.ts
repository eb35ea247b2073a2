/** Longer titles and authors are cut on cards, in letters. */
export const cardTitleLength = 20
export const cardAuthorLength = 18

/** How many shelves of Explore Books are in the server's HTML: the first screenful. */
export const previewedShelves = 3
/** How many cards of a shelf a phone shows beside each other: their covers come first. */
export const cardsBesideEachOther = 3
/** How many cards of a shelf are in the server's HTML: what fits on a wide screen. */
export const shelfPreviewSize = 8
/** Below so many results of a search, shelves are no longer in the first screenful. */
export const firstScreenResults = 6

/** How far a photo can be enlarged beyond its own pixels. */
export const maxZoom = 4

/** Best matches of a search above its shelves: two rows where the screen is wide. */
export const resultsPreviewSize = 12
/** Which books are saved: read once a session, and after each press. */
export const savedIdsStaleMs = 10 * 60_000

/** Until a price that is typed counts: its digits come one by one. */
export const priceDebounceMs = 700
/** Of the description that search engines show of a book, in characters. */
export const maxDescriptionLength = 300
