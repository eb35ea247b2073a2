import { logInAdmin } from '#contract/accounts/auth.ts'
import type { AuditEntry } from '#contract/admin/audit-log.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from '#contract/admin/second-factor.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { logIn } from '#server/accounts/auth/log-in.ts'
import { confirmPassword } from '#server/accounts/auth/passwords/confirm-password.ts'
import { deleteSessionsOf, findSession } from '#server/accounts/auth/sessions.ts'
import { countCode } from '#server/accounts/second-factor/attempts.ts'
import { describeSecret, newSecret } from '#server/accounts/second-factor/codes.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  redeemCode,
  saveSecret,
} from '#server/accounts/second-factor/store.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { insertAuditEntry } from '#server/admin/audit.ts'
import { secondFactorText } from '#server/admin/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'

export function secondFactorRoutes(mount: Mount, context: AppContext): void {
  const { live, log, now } = context
  const logChange = (db: Db, { accountId: adminId, name }: Viewer, what: AuditEntry['what']) =>
    insertAuditEntry(db, { adminId, now: now() }, what, { kind: 'admin', _id: adminId, name })

  mount(logInAdmin, (credentials, request) => logIn(context, 'admin', credentials, request))

  mount(beginSecondFactor, async ({ password }, { viewer, ip, commit }) => {
    const { email } = await confirmPassword(context, { viewer, ip }, password, 'password')
    const secret = newSecret()
    await commit(async (db) => {
      await lockAccount(db, viewer.accountId, 'admin')
      if (!(await saveSecret(db, { accountId: viewer.accountId, secret, now: now() })))
        throw new AppError('second_factor_on')
    })
    return describeSecret(secret, email ?? '')
  })

  mount(confirmSecondFactor, async ({ code }, { viewer, ip, commit }) => {
    const { accountId: id } = viewer
    await countCode(context, { accountId: id, ip }, () =>
      commit(async (db) => {
        await lockAccount(db, id, 'admin')
        if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
        if (!(await confirmSecret(db, id, { code, now: now() }))) return undefined
        // Ends the other sessions, because they were opened without a code.
        await deleteSessionsOf(db, [id], viewer.session)
        await logChange(db, viewer, 'second-factor-on')
        return true
      }),
    )
    live.disconnectAccount(id, secondFactorText, viewer.session)
    logSecurity(log, 'second_factor_on', { role: 'admin', account: id, address: ip })
    return { message: 'From now on each login asks for a code.' }
  })

  mount(removeSecondFactor, async ({ password, code }, { viewer, ip, commit }) => {
    const { accountId: id } = viewer
    await confirmPassword(context, { viewer, ip }, password, 'password')
    await countCode(context, { accountId: id, ip }, () =>
      commit(async (db) => {
        await lockAccount(db, id, 'admin')
        if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
        const used = await redeemCode(db, id, code, now())
        if (used === 'none') throw new AppError('second_factor_off')
        if (used === undefined) return undefined
        await deleteSecondFactor(db, id)
        await logChange(db, viewer, 'second-factor-off')
        return true
      }),
    )
    logSecurity(log, 'second_factor_off', { role: 'admin', account: id, address: ip })
    return { message: 'Logging in no longer asks for a code.' }
  })
}
