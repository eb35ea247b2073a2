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
