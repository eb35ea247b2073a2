import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import { type AttemptContext, enforceLimits } from '#server/accounts/auth/login-attempts.ts'
import { quotas } from '#server/accounts/limits.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { checkQuota, deleteUses, insertUses, lockUses } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'

type Caller = { accountId: string; ip: string }

export const wrongSecondFactor = () =>
  new AppError('wrong_second_factor', { fields: { code: errorCatalog.wrong_second_factor[1] } })

/**
 * Counts an attempt before checking its code, so that concurrent attempts can't bypass the limits:
 * one per account and address, and one per account. A correct code clears the attempts from its
 * address. Throws wrong_second_factor if `check` returns undefined, and too_many_attempts.
 */
export async function countCode<T>(
  context: AttemptContext,
  { accountId, ip }: Caller,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const own = `second factor ${accountId} from ${ip}`
  const uses = [
    { key: own, quota: quotas.codesFromAddress },
    { key: `second factor ${accountId}`, quota: quotas.codes },
  ]
  const logFields = { role: 'admin', account: accountId, address: ip } as const
  await enforceLimits(context, logFields, async (db) => {
    const now = context.now()
    await lockUses(
      db,
      uses.map(({ key }) => key),
    )
    for (const use of uses) await checkQuota(db, use, now)
    const id = newId()
    const rows = uses.map(({ key }) => ({ id, key, seconds: quotas.codes.seconds }))
    await insertUses(db, rows, now)
  })
  const found = await check()
  if (found === undefined) {
    logSecurity(context.log, 'wrong_code', logFields)
    throw wrongSecondFactor()
  }
  if (context.config.rateLimit) await transact(context.db, (db) => deleteUses(db, [own]))
  return found
}
