// Every address of the product, in one place.
import type { Role, Side } from '#contract/endpoint.ts'

export const paths = {
  home: '/',
  books: '/books',
  about: '/about',
  resetPassword: '/reset-password',
  book: (id: string) => `/buyer/book/${id}`,
  buyer: { dashboard: '/buyer/dashboard', orders: '/buyer/orders', chats: '/buyer/chats', profile: '/buyer/profile' },
  seller: {
    dashboard: '/seller/dashboard',
    books: '/seller/manage-books',
    orders: '/seller/orders',
    reports: '/seller/reports',
    chats: '/seller/chats',
    profile: '/seller/profile',
  },
  admin: {
    login: '/admin/login',
    dashboard: '/admin/dashboard',
    profile: '/admin/profile',
    buyers: '/admin/buyers',
    sellers: '/admin/sellers',
    books: '/admin/books',
    orders: '/admin/orders',
    passwordRequests: '/admin/password-requests',
    prices: '/admin/prices',
    audit: '/admin/audit',
  },
} as const

/** A chat opened in its role's list of chats. */
export const chatPath = (role: Side, chatId: string): string => `${paths[role].chats}?chat=${chatId}`

/** Where a person of this role lands after logging in. */
export const landing: Record<Role, string> = { buyer: paths.buyer.dashboard, seller: paths.seller.dashboard, admin: paths.admin.dashboard }

/** The login that an area needs, and the way back after it. */
export const loginPath = (role: Role, next: string): string =>
  role === 'admin' ? `${paths.admin.login}?next=${encodeURIComponent(next)}` : `/?login=${role}&next=${encodeURIComponent(next)}`

/** The modal that asks for a new password, over this page. */
export const forgotPath = (side: Side): string => `?login=${side}&forgot=1`

/** A way back that stays within this site; anything else is dropped. */
export const safeNext = (next: string | null | undefined): string | undefined => (next && /^\/(?![/\\])/.test(next) ? next : undefined)
