// Pictures: where their copies live and what may be uploaded.

/** The widths, in pixels, in which each picture is kept. */
export const photoWidths = [160, 480, 1200] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** The largest upload: bytes and pixels. */
export const photoLimits = { bytes: 10 * 1024 * 1024, pixels: 50_000_000 } as const

export const defaultBookCover = '/default-book.jpg'
export const defaultOrderCover = '/placeholder.png'
export const defaultProfilePicture = '/default-profile.png'

/** The address of a stored picture; `hash` is the SHA-256 of its content. */
export const photoAddress = (hash: string, width: PhotoWidth = 480): string =>
  `/photos/${hash}-${width}.webp`

/** The hash in a picture's address, whichever width it names; undefined for other addresses. */
export const photoHash = (url: string): string | undefined =>
  /\/photos\/([0-9a-f]{64})-\d+\.webp$/.exec(url)?.[1]

/** The same picture in another width; addresses that aren't stored pictures come back as they are. */
export const photoInWidth = (url: string, width: PhotoWidth): string => {
  const hash = photoHash(url)
  return hash === undefined ? url : photoAddress(hash, width)
}
