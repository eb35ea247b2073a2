/** HEIC photos are decoded one at a time, with about 13 bytes of memory per pixel. */
export const maxHeicPixels = 25_000_000
