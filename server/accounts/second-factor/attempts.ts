import { errorOn } from '#contract/common/error-catalog.ts'
import { type AttemptContext, countAttempt } from '#server/accounts/auth/login-attempts.ts'
import { quotas } from '#server/accounts/limits.ts'
import { transact } from '#server/platform/database/database.ts'
import { deleteUses } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'

type Caller = { accountId: string; ip: string }

export const wrongSecondFactor = () => errorOn('code', 'wrong_second_factor')

/**
 * Counts an attempt before its code is checked, so that concurrent attempts can't bypass the
 * limits: one for the account from this address, and one for the account. A correct code clears the
 * attempts from this address. Throws wrong_second_factor if `check` returns undefined, and
 * too_many_attempts.
 */
export async function countCode<T>(
  context: AttemptContext,
  { accountId, ip }: Caller,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const own = `second factor ${accountId} from ${ip}`
  const ofAllAddresses = `second factor ${accountId}`
  const logFields = { role: 'admin', account: accountId, address: ip } as const
  await countAttempt(
    context,
    {
      uses: [
        { key: own, quota: quotas.codesFromAddress },
        { key: ofAllAddresses, quota: quotas.codes },
      ],
    },
    logFields,
  )
  const found = await check()
  if (found === undefined) {
    logSecurity(context.log, 'wrong_code', logFields)
    throw wrongSecondFactor()
  }
  if (context.config.rateLimit) await transact(context.db, (db) => deleteUses(db, [own]))
  return found
}
