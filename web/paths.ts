import type { Role, Side } from '#contract/common/endpoint.ts'

export const paths = {
  home: '/',
  books: '/books',
  wanted: '/wanted',
  about: '/about',
  help: '/help',
  safety: '/safety',
  terms: '/terms',
  privacy: '/privacy',
  join: '/join',
  resetPassword: '/reset-password',
  book: (id: string) => `/buyer/book/${id}`,
  sellerPage: (id: string) => `/sellers/${id}`,
  /** `slug` comes from `titleSlug`. */
  title: (slug: string) => `/titles/${slug}`,
  buyer: {
    dashboard: '/buyer/dashboard',
    orders: '/buyer/orders',
    exchanges: '/buyer/exchanges',
    wishlist: '/buyer/wishlist',
    chats: '/buyer/chats',
    profile: '/buyer/profile',
  },
  seller: {
    dashboard: '/seller/dashboard',
    /** The dashboard with Add Book open. */
    addBook: '/seller/dashboard?add=book',
    books: '/seller/manage-books',
    wishlist: '/seller/wishlist',
    orders: '/seller/orders',
    exchanges: '/seller/exchanges',
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
    blockedOrders: '/admin/blocked-orders',
    order: (id: string) => `/admin/orders/${id}`,
    reviews: '/admin/reviews',
    complaints: '/admin/complaints',
    complaint: (id: string) => `/admin/complaints/${id}`,
    passwordRequests: '/admin/password-requests',
    prices: '/admin/prices',
    audit: '/admin/audit',
  },
} as const

export const chatPath = (role: Side, chatId: string): string =>
  `${paths[role].chats}?chat=${chatId}`

export const exchangePath = (side: Side, exchangeId: string): string =>
  `/${side}/exchanges/${exchangeId}`

export const notificationsHash = '#notifications'
export const notificationSettingsPath = (side: Side): string =>
  paths[side].profile + notificationsHash

/**
 * Returns the path of one order, which is expanded within its deal. With `show` 'deal', the whole
 * deal is shown.
 */
export const orderPath = (side: Side, orderId: string, show?: 'deal'): string =>
  `${paths[side].orders}?order=${orderId}${show ? `&show=${show}` : ''}`

/** Returns the paths of pages to print: address labels, and packing slips of parcels. */
export const labelsPath = (orderIds: readonly string[]): string =>
  `${paths.seller.orders}/labels?orders=${orderIds.join()}`
export const slipsPath = (orderIds: readonly string[]): string =>
  `${paths.seller.orders}/slips?orders=${orderIds.join()}`

/** Returns the path of an order's problem, or of the form that reports one. */
export const problemPath = (side: Side, orderId: string): string =>
  `${paths[side].orders}/${orderId}/problem`

type TitleInUrl = { title: string; author: string; isbn?: string | undefined }
const withTitle = (path: string, { title, author, isbn = '' }: TitleInUrl): string =>
  `${path}?${new URLSearchParams({ title, author, ...(isbn !== '' && { isbn }) })}`

/** These two paths open a form: to list a copy of this title, or to want the title. */
export const addBookPath = (title: TitleInUrl): string => withTitle(paths.seller.books, title)
export const addWantPath = (side: Side, title: TitleInUrl): string =>
  withTitle(paths[side].wishlist, title)

export const landingPaths: Record<Role, string> = {
  buyer: paths.buyer.dashboard,
  seller: paths.seller.dashboard,
  admin: paths.admin.dashboard,
}

export const loginPath = (role: Role, next: string): string =>
  role === 'admin'
    ? `${paths.admin.login}?next=${encodeURIComponent(next)}`
    : `/?login=${role}&next=${encodeURIComponent(next)}`

type LoginParams = { signup?: boolean | undefined; next?: string | undefined }

/**
 * Returns a URL's parameters with the login of `side` open. If `side` is undefined, the login is
 * closed.
 */
export function loginParams(
  current: URLSearchParams,
  side: Side | undefined,
  { signup, next }: LoginParams = {},
): URLSearchParams {
  const params = new URLSearchParams(current)
  for (const name of ['login', 'signup', 'forgot', 'next']) params.delete(name)
  if (side) params.set('login', side)
  if (signup) params.set('signup', '1')
  if (next !== undefined) params.set('next', next)
  return params
}

export const forgotPasswordPath = (side: Side): string => `?login=${side}&forgot=1`

const dummyOrigin = 'https://dobara.invalid'

/**
 * Returns a redirect target, resolved as browsers do, or undefined if it could leave this site.
 * Browsers read `\` as `/` and ignore tabs and line breaks, so `/<tab>/evil.example` would leave
 * the site.
 */
export function safeRedirectPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, dummyOrigin))
    return undefined
  const { origin, pathname, search, hash } = new URL(next, dummyOrigin)
  // A path that starts with two slashes would lead to another site when it is resolved again.
  return origin === dummyOrigin && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
