export const unknownBook = 'Unknown Book'
export const unknownBuyer = 'Unknown Buyer'
export const unknownSeller = 'Unknown'

/** The names that are shown for deleted accounts. */
export const unknownName = { buyer: unknownBuyer, seller: unknownSeller } as const

type Seller = { name: string; shopName?: string | undefined }

/** Returns a seller's name with the shop's, such as 'Vikram Shah (Kitab Ghar)'. */
export const sellerText = ({ name, shopName }: Seller): string =>
  `${name || unknownSeller}${shopName ? ` (${shopName})` : ''}`
