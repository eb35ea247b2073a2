const megabyte = 1024 * 1024

/**
 * Requests a minute of one address. A hostel or a mobile carrier puts hundreds of people behind one
 * address: 3,000 calls are about a hundred people who read without a pause, 12,000 photos are 200
 * people who open a list of 60 pictures.
 */
export const requestsPerMinute = {
  calls: 3000,
  pages: 1500,
  searches: 600,
  files: 60_000,
  photos: 12_000,
} as const

export const windowMs = 60_000
/**
 * From this share of its limit on, what an address uses is shared with the other processes, so that
 * they count it too: once a second, so for as long each counts alone.
 */
export const minSharedUse = 0.05

/**
 * The same for the live connection. After a restart, 300 people with four windows each reconnect at
 * once: 1,200 connections. Without WebSockets an idle window polls a dozen times a minute.
 */
export const livePerMinute = {
  requests: 30_000,
  connections: 3000,
  events: 6000,
  eventsOfAccount: 1200,
  packets: 24_000,
  packetsOfAccount: 2400,
} as const

/**
 * Changes of one account to what the public pages show, because each of them empties the cache for
 * everybody: `burst` at once (a shop that edits its 1,000 books), then `perMinute`.
 */
export const marketChanges = { burst: 1000, perMinute: 10 } as const

/**
 * Of each address. So many wait that 300 people may press something in the same moment: browsers
 * send six requests at once.
 */
export const concurrency = {
  lookups: { running: 8, waiting: 2000 },
  calls: { running: 8, waiting: 2000 },
  searches: { running: 2, waiting: 400 },
  pages: { running: 8, waiting: 1000 },
} as const

/** Request bodies in memory: forms of one account, bytes of one address and of all. */
export const uploadLimits = {
  formsPerAccount: 2,
  bytesPerAddress: 192 * megabyte,
  totalBytes: 384 * megabyte,
} as const

/**
 * The slowest upload: `bytes` in each `seconds`. GPRS, the slowest network in use, carries 2 KB a
 * second: four times as much, so it may also be silent for most of an interval.
 */
export const minUploadRate = { bytes: 10 * 1024, seconds: 20 } as const

/**
 * When memory is needed, an upload is dropped if at its latest rate it would take more than this
 * many intervals (ten minutes) to send again what it has sent so far.
 */
export const maxUploadIntervals = 30

/**
 * Open TCP connections: 10,000 live ones and as many others. Of one address, 300 people with six
 * connections and four live windows each have 3,000.
 */
export const maxConnections = { total: 20_000, perAddress: 4000 } as const

export const maxLiveConnections = 2000

/** Packets of one live connection in a window; a page sends some dozens when it opens. */
export const maxLivePackets = { count: 200, windowMs: 10_000 } as const

/** Requests of one connection at once; browsers send one at a time. */
export const maxPipelinedRequests = 16

export const stalledResponseMs = 60_000

export const connectionWarningMs = 60_000

export const maxTokenBuckets = 20_000

export const maxUsesRead = 400
export const usesCleanupIntervalSeconds = 600
