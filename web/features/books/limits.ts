/** Titles and authors that have more letters are cut on cards. */
export const cardTitleLength = 20
/** This many shelves of Explore Books are in the server's HTML: the first screenful. */
export const previewedShelves = 3
/** This many cards of a shelf are in the server's HTML: as many as fit on a wide screen. */
export const shelfPreviewSize = 8
