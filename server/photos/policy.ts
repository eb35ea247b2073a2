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

/** Photos that nothing shows are deleted after this time, as are uploads that no longer count. */
export const unusedPhotoMs = 86_400_000
export const cleanupIntervalSeconds = 6 * 3600
/** How many rows the cleanup checks in one query, which takes a few milliseconds. */
export const cleanupBatchSize = 500

/**
 * A removal that takes longer was interrupted, because the storage gives up on a file within about
 * a minute.
 */
export const maxRemovalMs = 120_000
/** How often and how long an upload waits for the removal of the same photo. */
export const removalWait = { maxTries: 100, pauseMs: 100 } as const

/**
 * Each decoded photo needs memory and a core, so others wait. One HEIC photo may run in addition.
 */
export const maxConcurrentEncodings = os.availableParallelism() > 2 ? 2 : 1
/**
 * A photo within the limits takes a second or two to decode, or ten times as long on a busy
 * machine. If it takes longer, it was made to be slow.
 */
export const maxDecodeSeconds = 30
/** HEIC is decoded one at a time, with about 13 bytes of memory per pixel. */
export const maxHeicPixels = 25_000_000
/**
 * A value from 0 to 19. On a busy core, 5 leaves a quarter of its time to photos.
 * https://man7.org/linux/man-pages/man7/sched.7.html
 */
export const encoderNiceness = 5
/** The time limit for all sizes. The largest HEIC takes about 16 seconds on an idle core. */
export const maxEncodingSeconds = 120
/** Starting an encoder takes a quarter of a second, and an idle one uses 50 to 90 MB. */
export const idleEncoderMs = 10_000
/**
 * No camera or scanner makes a longer photo, and a strip one pixel wide takes very long to decode.
 */
export const maxSidePixels = 20_000
export const maxHeightRatio = 3
export const webpQuality = 80

export const withheldCacheSeconds = 60
