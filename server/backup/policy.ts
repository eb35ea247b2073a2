/** A part of a table's rows becomes an entry once it has so many bytes, before it is compressed. */
export const partBytes = 1024 * 1024
/** Rows that are read at once: the longest have some tens of kilobytes. */
export const rowsPerFetch = 1000
export const entriesPerList = 10_000
/** No entry of a backup is longer, so that a damaged file can't take the memory. */
export const maxEntryBytes = 64 * 1024 * 1024
export const photosAtOnce = 8
export const readAheadBytes = 1024 * 1024

/** PostgreSQL takes a moment to end a connection that its client has closed. */
export const closingConnections = { maxTries: 15, pauseMs: 200 } as const
