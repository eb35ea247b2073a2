import {
  deleteBuyerAccount,
  deleteSellerAccount,
  exportAccount,
} from '#contract/accounts/accounts.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import { confirmPassword } from '#server/accounts/auth/passwords/confirm-password.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { emitUpdate } from '#server/orders/announce.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { consumeQuota } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccountData } from './export-account.ts'
import { exportUse, needsPassword } from './rules.ts'

const sessionEndTexts = {
  deleted: 'Your account was deleted.',
  otherDeleted: 'The account that you logged in to was deleted.',
} as const

export function accountDataRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, log, now } = context

  type DeleteRequest = Pick<RequestContext<typeof deleteBuyerAccount>, 'viewer' | 'ip' | 'commit'>
  async function handleDelete({ viewer, ip, commit }: DeleteRequest, password: string | undefined) {
    const session = await findSession(db, viewer.session)
    if (!session) throw new AppError('session_ended')
    if (password !== undefined) await confirmPassword(context, { viewer, ip }, password, 'password')
    else if (needsPassword(session.created_at, now())) throw errorOn('password', 'password_needed')
    const { cancelled, endedSessions } = await commit((db) => deleteAccount(db, viewer, now()))
    live.disconnectAccount(viewer.accountId, sessionEndTexts.deleted)
    for (const session of endedSessions)
      live.disconnectSession(session, sessionEndTexts.otherDeleted)
    for (const update of cancelled) emitUpdate(live, update)
    logSecurity(log, 'account_deleted', {
      role: viewer.role,
      account: viewer.accountId,
      address: ip,
    })
  }
  mount(deleteBuyerAccount, async ({ password }, request) => {
    await handleDelete(request, password)
    return { message: 'Account deleted successfully!' }
  })
  mount(deleteSellerAccount, async ({ password }, request) => {
    await handleDelete(request, password)
    return { message: 'Account deleted!' }
  })

  mount(exportAccount, async (_, { viewer, commit }) => {
    const startedAt = now()
    await commit(async (db) => {
      if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
      if (config.rateLimit) await consumeQuota(db, exportUse(viewer.accountId), startedAt)
    })
    return exportAccountData(db, viewer, startedAt)
  })
}
