// Limits the accounts opened from one network address, which a whole hostel may share.
import { quotas } from '#server/accounts/policy.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import { checkQuota, consumeQuota, insertUses } from '#server/platform/limits/quotas.ts'
import { enforceLimits } from './login-attempts.ts'

type SignupLimitsContext = Pick<AppContext, 'db' | 'config' | 'log' | 'now'>

const takenEmailKey = (ip: string) => `sign-up with a taken email ${ip}`

/**
 * Counts a sign-up before it is carried out, whether it succeeds or not. Throws too_many_signups,
 * including after too many taken emails, so that nobody can find out which emails are known.
 */
export async function countSignup(context: SignupLimitsContext, ip: string): Promise<void> {
  const now = context.now()
  await enforceLimits(context, { address: ip }, async (db) => {
    await checkQuota(db, { key: takenEmailKey(ip), quota: quotas.takenSignups }, now)
    await consumeQuota(db, { key: `sign-up ${ip}`, quota: quotas.signups }, now)
  })
}

export async function countTakenEmail(context: SignupLimitsContext, ip: string): Promise<void> {
  const use = { id: newId(), key: takenEmailKey(ip), seconds: quotas.takenSignups.seconds }
  if (context.config.rateLimit) await insertUses(context.db, [use], context.now())
}
