// How many accounts may be opened behind one address. The first ones are free, as for any caller of
// the API; beyond them each sign-up needs a proof of work, which browsers do by themselves.
import { quotas, signupProof } from '#server/accounts/policy.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  claimProof,
  createProofChallenge,
  verifyProof,
} from '#server/platform/limits/proof-of-work.ts'
import { checkQuota, consumeQuota, findUses, insertUses } from '#server/platform/limits/quotas.ts'
import { enforceLimits } from './login-attempts.ts'
import { signupCounters } from './rules.ts'

type SignupLimitsContext = Pick<AppContext, 'db' | 'config' | 'log' | 'now'>

const signUpKey = (ip: string) => `sign-up ${ip}`
const takenEmailKey = (ip: string) => `sign-up with a taken email ${ip}`
const purpose = 'signup'

/**
 * Counts a sign-up before it is carried out, whether it succeeds or not. A proof that is wrong or
 * used is none. Throws too_many_signups, also after many taken emails, so that nobody can try out
 * which ones are known.
 */
export async function countSignup(
  context: SignupLimitsContext,
  ip: string,
  proof: string | undefined,
): Promise<void> {
  if (!context.config.rateLimit) return
  const now = context.now()
  const verified = proof && (await verifyProof(context.db, purpose, proof, now))
  await enforceLimits(context, { address: ip }, async (db) => {
    await checkQuota(db, { key: takenEmailKey(ip), quota: quotas.takenSignups }, now)
    const isProven = verified ? await claimProof(db, verified) : false
    const quota = isProven ? quotas.provenSignups : quotas.signups
    await consumeQuota(db, { key: signUpKey(ip), quota }, now)
  })
}

export async function countTakenEmail(context: SignupLimitsContext, ip: string): Promise<void> {
  const use = { id: newId(), key: takenEmailKey(ip), seconds: quotas.takenSignups.seconds }
  if (context.config.rateLimit) await insertUses(context.db, [use], context.now())
}

/**
 * A challenge whose solution allows a sign-up. Throws too_many_signups where none would help.
 */
export async function createSignupChallenge(
  context: SignupLimitsContext,
  ip: string,
): Promise<string> {
  const { db, now } = context
  let earlier = 0
  await enforceLimits(context, { address: ip }, async (db) => {
    await checkQuota(db, { key: takenEmailKey(ip), quota: quotas.takenSignups }, now())
    const use = { key: signUpKey(ip), quota: quotas.provenSignups }
    await checkQuota(db, use, now())
    earlier = (await findUses(db, [use.key], use.quota, now())).length
  })
  const difficulty = { ...signupProof, counters: signupCounters(earlier) }
  return createProofChallenge(db, purpose, difficulty, now())
}
