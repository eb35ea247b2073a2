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

/**
 * The same for the live connection, `events` and `packets` of an account. After a restart, 300
 * people with four windows each reconnect at once: 1,200 connections.
 */
export const livePerMinute = {
  requests: 30_000,
  connections: 3000,
  events: 1200,
  packets: 2400,
} as const
export const maxLiveConnections = 2000

/** Of each address; 300 people may press something in the same moment. */
export const concurrency = {
  calls: { running: 8, waiting: 2000 },
  searches: { running: 2, waiting: 1000 },
  pages: { running: 8, waiting: 1000 },
} as const

/** Forms with photos that an account sends at once. */
export const maxForms = 2

/**
 * Open TCP connections: 10,000 live ones and as many others. Of one address, 300 people with six
 * connections and four live windows each have 3,000.
 */
export const maxConnections = { total: 20_000, perAddress: 4000 } as const

/** A connection that sends and receives nothing for so long is closed. */
export const idleConnectionMs = 120_000
/** A whole request, its body included, arrives within this time. */
export const requestTimeoutMs = 600_000

export const maxCountedKeys = 20_000

export const maxUsesRead = 400
export const usesCleanupIntervalSeconds = 600
