// Every address of the product, in one place.
import type { Role, Side } from '#contract/endpoint.ts'

export const paths = {
  home: '/',
  books: '/books',
  about: '/about',
  resetPassword: '/reset-password',
  book: (id: string) => `/buyer/book/${id}`,
  buyer: {
    dashboard: '/buyer/dashboard',
    orders: '/buyer/orders',
    chats: '/buyer/chats',
    profile: '/buyer/profile',
  },
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
    reviews: '/admin/reviews',
    passwordRequests: '/admin/password-requests',
    prices: '/admin/prices',
    audit: '/admin/audit',
  },
} as const

/** A chat opened in its role's list of chats. */
export const chatPath = (role: Side, chatId: string): string =>
  `${paths[role].chats}?chat=${chatId}`

/** Where a person of this role lands after logging in. */
export const landing: Record<Role, string> = {
  buyer: paths.buyer.dashboard,
  seller: paths.seller.dashboard,
  admin: paths.admin.dashboard,
}

/** The login that an area needs, and the way back after it. */
export const loginPath = (role: Role, next: string): string =>
  role === 'admin'
    ? `${paths.admin.login}?next=${encodeURIComponent(next)}`
    : `/?login=${role}&next=${encodeURIComponent(next)}`

/** The modal that asks for a new password, over this page. */
export const forgotPath = (side: Side): string => `?login=${side}&forgot=1`

const anyOrigin = 'https://dobara.invalid'

/**
 * A way back that stays within this site, as a browser resolves it; undefined for anything else. Browsers read `\` as `/`
 * and pass over tabs and line breaks, so that `/<tab>/evil.example` would leave the site.
 */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, anyOrigin))
    return undefined
  const { origin, pathname, search, hash } = new URL(next, anyOrigin)
  // A path that begins with two slashes is a way to another site as soon as it is resolved again.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
