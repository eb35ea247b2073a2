import type { AccountStatus } from '#contract/accounts/auth.ts'
import {
  changeAdminPassword,
  listAllBooks,
  listAllOrders,
  listAllReviews,
  listBlockedOrders,
  listBuyers,
  listSellers,
  readAdminProfile,
  readAdminStats,
  releaseSellerListings,
  removeAnyBook,
  removeReview,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import { listOpenOrdersOf } from '#contract/admin/admin-orders.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { createResetLink, listPasswordRequests } from '#contract/admin/password-requests.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { hideWanted, unhideWanted } from '#contract/wishlist/wanted.ts'
import { changePassword } from '#server/accounts/auth/passwords/change-password.ts'
import { findConfirmedAt } from '#server/accounts/second-factor/store.ts'
import { findAccount } from '#server/accounts/store.ts'
import { findAccountById, findAccounts } from '#server/admin/lists/accounts.ts'
import { findBooks } from '#server/admin/lists/books.ts'
import { findBlockedOrders, findOrders } from '#server/admin/lists/orders.ts'
import { findPasswordRequests } from '#server/admin/lists/password-requests.ts'
import { readStats } from '#server/admin/lists/query.ts'
import { findReviews } from '#server/admin/lists/reviews.ts'
import { adminOrderRoutes } from '#server/admin/orders/routes.ts'
import { secondFactorRoutes } from '#server/admin/second-factor/routes.ts'
import { emitUpdate } from '#server/orders/announce.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { hideWantedTitle, unhideWantedTitle } from '#server/wishlist/wants/wanted.ts'
import { announceAccountStatus, releaseListings, setAccountStatus } from './account-status.ts'
import { hideReview, issueResetLink, removeListing } from './actions.ts'
import { type AdminAction, findAuditEntries, insertAuditEntry } from './audit.ts'
import { listOpenOrders } from './blocked-orders.ts'

const statsCacheSeconds = 30

export function adminRoutes(mount: Mount, context: AppContext): void {
  const { db, cache, live, now } = context
  const by = ({ accountId }: Viewer): AdminAction => ({ adminId: accountId, now: now() })

  mount(readAdminProfile, async (_, { viewer }) => {
    const { accountId } = viewer
    const [admin, since] = await Promise.all([
      findAccount(db, accountId),
      findConfirmedAt(db, accountId),
    ])
    if (!admin) throw new AppError('session_ended')
    const { id: _id, name, email } = admin
    return { _id, name, email: email ?? '', secondFactorSince: since?.toISOString() }
  })
  secondFactorRoutes(mount, context)
  wantedRoutes(mount, context)
  mount(changeAdminPassword, (input, request) => changePassword(context, request, input))

  mount(readAdminStats, () =>
    cache.getOrCompute(
      'admin stats',
      { topics: readAdminStats.reads, maxAgeSeconds: statsCacheSeconds },
      () => readStats(db),
    ),
  )
  mount(listBuyers, (query) => findAccounts(db, 'buyer', query))
  mount(listSellers, (query) => findAccounts(db, 'seller', query))
  mount(listAllBooks, (query) => findBooks(db, query))
  mount(listAllOrders, (query) => findOrders(db, query, now()))
  mount(listBlockedOrders, (query) => findBlockedOrders(db, query, now()))
  adminOrderRoutes(mount, context)
  mount(listAllReviews, (query) => findReviews(db, query))
  mount(listAuditLog, (query) => findAuditEntries(db, query))
  mount(listPasswordRequests, (query) => findPasswordRequests(db, query))

  type StatusInput = {
    id: string
    status?: AccountStatus | undefined
    reason?: string | undefined
  }
  async function toggle(
    role: Side,
    { id, status: requested, reason }: StatusInput,
    { viewer, commit }: Pick<RequestContext<typeof toggleBuyer>, 'viewer' | 'commit'>,
  ) {
    const change = await commit((db) =>
      setAccountStatus(db, { id, role, requested, reason, by: by(viewer) }),
    )
    announceAccountStatus(context, change)
    return findAccountById(db, id)
  }
  mount(listOpenOrdersOf, ({ id }) => listOpenOrders(db, id))
  mount(toggleBuyer, (input, request) => toggle('buyer', input, request))
  mount(toggleSeller, (input, request) => toggle('seller', input, request))

  mount(releaseSellerListings, async (input, { viewer, commit }) => {
    const { text } = await commit((db) => releaseListings(db, input, by(viewer)))
    if (text) live.emit(input.id, 'notice', { message: text })
    return findAccountById(db, input.id)
  })

  mount(createResetLink, ({ id }, { viewer, commit }) =>
    commit((db) => issueResetLink(db, id, by(viewer))),
  )

  mount(removeAnyBook, async ({ id, reason }, { viewer, commit }) => {
    const { seller, cancelledOrders, chatUpdates } = await commit((db) =>
      removeListing(db, { bookId: id, reason }, by(viewer)),
    )
    for (const update of cancelledOrders) emitUpdate(live, update)
    for (const { accountIds, message } of chatUpdates)
      live.emit(accountIds, 'receive_message', message)
    live.emit(seller.id, 'notice', { message: seller.text })
    return { message: 'Book deleted.' }
  })

  mount(removeReview, async ({ id, reason }, { viewer, commit }) => {
    const { authorId, text } = await commit((db) =>
      hideReview(db, { orderId: id, reason }, by(viewer)),
    )
    live.emit(authorId, 'notice', { message: text })
    return { message: 'Review removed.' }
  })
}

function wantedRoutes(mount: Mount, { now }: AppContext): void {
  mount(hideWanted, async ({ id, reason }, { viewer, commit }) => {
    await commit(async (db) => {
      const name = await hideWantedTitle(db, id, now())
      if (name === undefined) throw new AppError('wanted_not_found')
      const by = { adminId: viewer.accountId, now: now() }
      await insertAuditEntry(db, by, 'hide-wanted', { kind: 'wanted', _id: id, name }, reason)
    })
    return { message: 'Hidden from Wanted books.' }
  })
  mount(unhideWanted, async ({ id }, { viewer, commit }) => {
    await commit(async (db) => {
      const name = await unhideWantedTitle(db, id)
      if (name === undefined) throw new AppError('wanted_not_found')
      const by = { adminId: viewer.accountId, now: now() }
      await insertAuditEntry(db, by, 'unhide-wanted', { kind: 'wanted', _id: id, name })
    })
    return { message: 'Back on Wanted books.' }
  })
}
