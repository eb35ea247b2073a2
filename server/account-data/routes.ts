import { deleteBuyerAccount, deleteSellerAccount, exportAccount } from '#contract/accounts.ts'
import { AppError, errorCatalog } from '#contract/errors.ts'
import { confirmPassword } from '#server/accounts/auth/confirm-password.ts'
import { findSession } from '#server/accounts/auth/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccountData } from './export-account.ts'
import { needsPassword } from './rules.ts'
import { insertExport } from './store.ts'

export function accountDataRoutes(mount: Mount, parts: AppContext): void {
  const { db, config, live, log, now } = parts

  type Leaver = Pick<
    RequestContext<typeof deleteBuyerAccount>,
    'viewer' | 'ip' | 'cookies' | 'commit'
  >
  async function leave(
    { viewer, ip, cookies, commit }: Leaver,
    password: string | undefined,
    message: string,
  ) {
    const session = await findSession(db, viewer.session)
    if (!session) throw new AppError('session_ended')
    if (password !== undefined)
      await confirmPassword(parts, { viewer, ip, cookies }, password, 'password')
    else if (needsPassword(session.created_at, now()))
      throw new AppError('password_needed', {
        fields: { password: errorCatalog.password_needed[1] },
      })
    const { news, ended } = await commit((db) => deleteAccount(db, viewer, now()))
    live.endPerson(viewer.personId, 'Your account was deleted.')
    for (const session of ended)
      live.endSession(session, 'The account that you logged in to was deleted.')
    for (const { people, message, notice } of news) {
      live.emit(people, 'receive_message', message)
      live.emit(people, 'order_updated', notice)
    }
    logSecurity(log, 'account_deleted', { role: viewer.role, person: viewer.personId, address: ip })
    return { message }
  }
  mount(deleteBuyerAccount, ({ password }, call) =>
    leave(call, password, 'Account deleted successfully!'),
  )
  mount(deleteSellerAccount, ({ password }, call) => leave(call, password, 'Account deleted!'))

  mount(exportAccount, async (_, { viewer, commit }) => {
    const begun = now()
    await commit((db) =>
      insertExport(db, viewer.personId, { now: begun, isLimited: config.rateLimit }),
    )
    return exportAccountData(db, viewer, begun)
  })
}
