export const cleanupIntervalSeconds = 6 * 3600
