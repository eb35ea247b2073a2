import { createApiToken, listApiTokens, revokeApiToken } from '#contract/accounts/api-tokens.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxApiTokens } from '#contract/common/limits.ts'
import { confirmRecentLogin } from '#server/accounts/auth/passwords/confirm-password.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { apiTokenText } from '#server/accounts/texts.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deleteApiToken, findApiTokens, insertApiToken } from './store.ts'

const needsPassword = 'Enter your password to create an API token.'

export function apiTokenRoutes(mount: Mount, context: AppContext): void {
  const { db, now, log, live } = context
  mount(listApiTokens, async (_, { viewer }) => {
    const tokens = await findApiTokens(db, viewer.accountId)
    return { tokens, can: tokens.length < maxApiTokens ? ['create'] : [] }
  })

  mount(createApiToken, async ({ name, password }, { viewer, ip, commit }) => {
    const { accountId, role, session } = viewer
    await confirmRecentLogin(context, { viewer, ip }, password, needsPassword)
    const created = await commit(async (db) => {
      // A new password takes the same lock and ends the session, so no token outlives it.
      const account = await lockAccount(db, accountId)
      if (!account || !(await findSession(db, session))) throw new AppError('session_ended')
      await insertNotifications(db, [accountId], {
        kind: 'account',
        text: apiTokenText,
        now: now(),
      })
      return insertApiToken(db, accountId, { name, now: now() })
    })
    live.emit(accountId, 'notices_changed', {})
    logSecurity(log, 'api_token_created', { role, account: accountId, address: ip })
    return created
  })

  mount(revokeApiToken, async ({ id }, { viewer, ip, commit }) => {
    await commit((db) => deleteApiToken(db, viewer.accountId, id))
    const { accountId: account, role } = viewer
    logSecurity(log, 'api_token_revoked', { role, account, address: ip })
    return { message: 'The token no longer works.' }
  })
}
