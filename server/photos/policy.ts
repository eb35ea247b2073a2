import os from 'node:os'

const mb = 1024 * 1024
const gb = 1024 * mb

export type UploaderKind = 'buyer' | 'student' | 'shop owner'

/**
 * Photos that an account uploads in a day, rejected ones included, because each is decoded; and
 * bytes that an account stores, in all widths. A book has up to 5 photos, of usually 0.3 MB each.
 */
export const uploadQuotas: Record<UploaderKind, { photos: number; bytes: number }> = {
  buyer: { photos: 50, bytes: 100 * mb },
  student: { photos: 1_500, bytes: 5 * gb },
  'shop owner': { photos: 15_000, bytes: 100 * gb },
}
export const uploadQuotaSeconds = 86_400

/** Photos that nothing shows are deleted after this time; so are uploads that no longer count. */
export const unusedPhotoMs = 86_400_000
export const cleanupIntervalSeconds = 6 * 3600
/** Rows that the cleanup checks in one query, which takes a few milliseconds. */
export const cleanupBatchSize = 500

/**
 * A removal that takes longer has died with its process: the storage gives up on a file within
 * about a minute.
 */
export const maxRemovalMs = 120_000
/** An upload waits this often, for this long, until a removal of the same photo is over. */
export const removalWait = { maxTries: 100, pauseMs: 100 } as const

/** Each decoded photo takes memory and a core, so others wait; besides them, one of HEIC. */
export const maxConcurrentEncodings = os.availableParallelism() > 2 ? 2 : 1
/**
 * A photo within the limits is decoded in a second or two, or takes ten times as long while
 * everything else comes first; one that takes even longer was made to.
 */
export const maxDecodeSeconds = 30
/** HEIC is decoded one at a time, with about 13 bytes of memory a pixel. */
export const maxHeicPixels = 25_000_000
/**
 * Of 0 to 19: on a core that has other work all the time, a quarter of it is left for photos.
 * https://man7.org/linux/man-pages/man7/sched.7.html
 */
export const encoderNiceness = 5
/** From the start to all sizes; the largest HEIC takes some 16 seconds on a core of its own. */
export const maxEncodingSeconds = 120
/** Starting an encoder takes a quarter of a second, and keeping it 50 to 90 MB. */
export const idleEncoderMs = 10_000
/** No camera or scanner makes a longer photo, and a strip one pixel wide takes ages to decode. */
export const maxSidePixels = 20_000
export const maxHeightRatio = 3
export const webpQuality = 80

export const withheldCacheSeconds = 60
