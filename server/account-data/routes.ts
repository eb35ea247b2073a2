import { deleteBuyerAccount, deleteSellerAccount, exportAccount } from '#contract/accounts.ts'
import { AppError, errorCatalog } from '#contract/common/errors.ts'
import { confirmPassword } from '#server/accounts/auth/confirm-password.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccountData } from './export-account.ts'
import { needsPassword } from './rules.ts'
import { insertExport } from './store.ts'
import { sessionEndTexts } from './texts.ts'

export function accountDataRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, log, now } = context

  type DeleteRequest = Pick<
    RequestContext<typeof deleteBuyerAccount>,
    'viewer' | 'ip' | 'cookies' | 'commit'
  >
  async function handleDelete(
    { viewer, ip, cookies, commit }: DeleteRequest,
    password: string | undefined,
  ) {
    const session = await findSession(db, viewer.session)
    if (!session) throw new AppError('session_ended')
    if (password !== undefined)
      await confirmPassword(context, { viewer, ip, cookies }, password, 'password')
    else if (needsPassword(session.created_at, now()))
      throw new AppError('password_needed', {
        fields: { password: errorCatalog.password_needed[1] },
      })
    const { cancelled, endedSessions } = await commit((db) => deleteAccount(db, viewer, now()))
    live.disconnectPerson(viewer.personId, sessionEndTexts.deleted)
    for (const session of endedSessions)
      live.disconnectSession(session, sessionEndTexts.otherDeleted)
    for (const { personIds, message, event } of cancelled) {
      live.emit(personIds, 'receive_message', message)
      live.emit(personIds, 'order_updated', event)
    }
    logSecurity(log, 'account_deleted', { role: viewer.role, person: viewer.personId, address: ip })
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
    await commit((db) =>
      insertExport(db, viewer.personId, { now: startedAt, isLimited: config.rateLimit }),
    )
    return exportAccountData(db, viewer, startedAt)
  })
}
