export const maxListedBlocks = 1000
/** Who blocked whom is known to lists of books for so long where nobody blocks anybody. */
export const hiddenSellersCacheSeconds = 300
