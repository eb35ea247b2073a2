import {
  changeAdminPassword,
  listAllBooks,
  listAllOrders,
  listAllReviews,
  listBuyers,
  listSellers,
  readAdminProfile,
  readAdminStats,
  removeAnyBook,
  removeReview,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin.ts'
import { listAuditLog } from '#contract/audit-log.ts'
import type { AccountStatus } from '#contract/auth.ts'
import { indianDate } from '#contract/dates.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError, errorCatalog } from '#contract/errors.ts'
import { createResetLink, listPasswordRequests } from '#contract/password-requests.ts'
import { changePassword } from '#server/accounts/auth/change-password.ts'
import { findPerson } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { hideReview, issueLink, removeListing, setAccountStatus } from './store.ts'
import {
  accountView,
  countAll,
  findAccounts,
  findAuditEntries,
  findBooks,
  findOrders,
  findPasswordRequests,
  findReviews,
} from './views.ts'

/** How many seconds the counts may be old, when nothing here changed them. */
const fresh = 30

export function adminRoutes(mount: Mount, parts: AppContext): void {
  const { db, cache, live, log, now } = parts

  mount(readAdminProfile, async (_, { viewer }) => {
    const admin = await findPerson(db, viewer.personId)
    if (!admin) throw new AppError('session_ended')
    return { _id: admin.id, name: admin.name, email: admin.email ?? '' }
  })
  mount(changeAdminPassword, (form, call) => changePassword(parts, call, form))

  mount(readAdminStats, () =>
    cache.getOrCompute('admin stats', readAdminStats.reads, fresh, () => countAll(db)),
  )
  mount(listBuyers, (ask) => findAccounts(db, 'buyer', ask))
  mount(listSellers, (ask) => findAccounts(db, 'seller', ask))
  mount(listAllBooks, (ask) => findBooks(db, ask))
  mount(listAllOrders, (ask) => findOrders(db, ask, indianDate(now())))
  mount(listAllReviews, (ask) => findReviews(db, ask))
  mount(listAuditLog, (ask) => findAuditEntries(db, ask))
  mount(listPasswordRequests, (ask) => findPasswordRequests(db, ask))

  type Toggle = { id: string; status?: AccountStatus | undefined }
  async function toggle(
    role: Side,
    { id, status: wanted }: Toggle,
    { viewer, commit }: Pick<RequestContext<typeof toggleBuyer>, 'viewer' | 'commit'>,
  ) {
    const { person, changed } = await commit((db) =>
      setAccountStatus(db, { id, role, wanted, adminId: viewer.personId, now: now() }),
    )
    if (changed && person.status === 'blocked') {
      live.endPerson(id, errorCatalog.blocked[1])
      logSecurity(log, 'sessions_ended', { role, person: id, by: viewer.personId })
    }
    return accountView(person)
  }
  mount(toggleBuyer, (ask, call) => toggle('buyer', ask, call))
  mount(toggleSeller, (ask, call) => toggle('seller', ask, call))

  mount(createResetLink, ({ id }, { viewer, commit }) =>
    commit((db) => issueLink(db, { id, adminId: viewer.personId, now: now() })),
  )

  mount(removeAnyBook, async ({ id, reason }, { viewer, commit }) => {
    const { seller, orders, messages } = await commit((db) =>
      removeListing(db, { bookId: id, reason, adminId: viewer.personId, now: now() }),
    )
    for (const { people, message } of [...orders, ...messages])
      live.emit(people, 'receive_message', message)
    for (const { people, notice } of orders) live.emit(people, 'order_updated', notice)
    live.emit(seller.id, 'notice', { message: seller.message })
    return { message: 'Book deleted.' }
  })

  mount(removeReview, async ({ id, reason }, { viewer, commit }) => {
    const asked = { orderId: id, reason, adminId: viewer.personId }
    const { authorId, message } = await commit((db) => hideReview(db, { ...asked, now: now() }))
    live.emit(authorId, 'notice', { message })
    return { message: 'Review removed.' }
  })
}
