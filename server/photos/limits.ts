import os from 'node:os'

const mb = 1024 * 1024
const gb = 1024 * mb
export type UploaderKind = 'buyer' | 'student' | 'shop owner'
/**
 * The photos that an account may upload in a day (including rejected ones, because each is
 * decoded), and the bytes that it may store in all widths. A book has up to 5 photos of usually 0.3
 * MB each.
 */
export const uploadQuotas: Record<UploaderKind, { photos: number; bytes: number }> = {
  buyer: { photos: 50, bytes: 100 * mb },
  student: { photos: 1_500, bytes: 5 * gb },
  'shop owner': { photos: 15_000, bytes: 100 * gb },
}
export const uploadQuotaSeconds = 86_400
export const cleanupIntervalSeconds = 6 * 3600
/**
 * Each decoded photo needs memory and a core, so others wait. One HEIC photo may run in addition.
 */
export const maxConcurrentEncodings = os.availableParallelism() > 2 ? 2 : 1
/** HEIC is decoded one at a time, with about 13 bytes of memory per pixel. */
export const maxHeicPixels = 25_000_000
/** Starting an encoder takes a quarter of a second, and an idle one uses 50 to 90 MB. */
export const idleEncoderMs = 10_000
