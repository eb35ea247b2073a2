/** How many pictures a listing must and can have. */
export const imageLimits = { min: 2, max: 5 } as const
/** HEIC photos are decoded one at a time, with about 13 bytes of memory per pixel. */
export const photoLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  heicPixels: 25_000_000,
} as const
/** The widths, in pixels, in which each picture is stored. */
export const photoWidths = [160, 480, 1200] as const
export type PhotoWidth = (typeof photoWidths)[number]

export const defaultBookCover = '/default-book.jpg'
export const defaultOrderCover = '/placeholder.png'
export const defaultProfilePicture = '/default-profile.png'

export const photoAddress = (hash: string, width: PhotoWidth = 480): string =>
  `/photos/${hash}-${width}.webp`

export const photoHash = (url: string): string | undefined =>
  /\/photos\/([0-9a-f]{64})-\d+\.webp$/.exec(url)?.[1]

export const photoInWidth = (url: string, width: PhotoWidth): string => {
  const hash = photoHash(url)
  return hash === undefined ? url : photoAddress(hash, width)
}
