export const jobIntervalSeconds = 5
/** What was stored this recently is left to the next run: its transaction may not be committed. */
export const settleMs = 2000
export const maxSubscriptionsPerRun = 200
export const maxPerRun = 5
export const concurrency = 10
export const timeoutMs = 10_000
/** How long a push service keeps what it can't deliver. */
export const ttlSeconds = 24 * 3600

/**
 * The push services of the browsers. The server sends requests to no other host, because whoever
 * subscribes chooses the address.
 */
export const pushServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
  /^(?:[\w-]+\.)*notify\.windows\.com$/,
]
