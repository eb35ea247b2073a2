// Limits by address hold for all processes together: each shares with the others what it has counted of
// addresses that send a lot. Counting in the database would cost each request a write.
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { LiveServer } from './live-events.ts'
import { shareUsesMs } from './policy.ts'

/** Returns a function that ends it. */
export function shareLimits(
  io: LiveServer,
  { takeHeavyUses, countElsewhere }: Pick<RateLimits, 'takeHeavyUses' | 'countElsewhere'>,
): () => void {
  // An event of its own: processes of an earlier version don't know it.
  io.on('uses', countElsewhere)
  const timer = setInterval(() => {
    const uses = takeHeavyUses()
    if (uses.length > 0) io.serverSideEmit('uses', uses)
  }, shareUsesMs).unref()
  return () => clearInterval(timer)
}
