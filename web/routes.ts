import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

const shared = (side: string) => [
  route('orders/:orderId/problem', 'pages/shared/problem.tsx', { id: `${side}-problem` }),
  route('exchanges', 'pages/shared/exchanges.tsx', { id: `${side}-exchanges` }),
  route('exchanges/:exchangeId', 'pages/shared/exchange.tsx', { id: `${side}-exchange` }),
  route('profile', 'pages/shared/profile.tsx', { id: `${side}-profile` }),
]

export default [
  layout('pages/public/layout.tsx', [
    index('pages/public/home.tsx'),
    route('books', 'pages/public/books.tsx'),
    route('wanted', 'pages/public/wanted.tsx'),
    route('titles/:slug', 'pages/public/title.tsx'),
    route('about', 'pages/public/about.tsx'),
    route('help', 'pages/public/help.tsx'),
    route('safety', 'pages/public/safety.tsx'),
    route('terms', 'pages/public/terms.tsx'),
    route('privacy', 'pages/public/privacy.tsx'),
    route('reset-password', 'pages/public/reset-password.tsx'),
    route('*', 'pages/public/not-found.tsx'),
  ]),
  route('buyer', 'pages/buyer/layout.tsx', [
    index('pages/shared/index.tsx', { id: 'buyer-index' }),
    route('dashboard', 'pages/public/books.tsx', { id: 'buyer-dashboard' }),
    route('book/:bookId?', 'pages/buyer/book.tsx'),
    route('chats', 'pages/buyer/chats.tsx'),
    layout('pages/buyer/buyer-only.tsx', [
      route('orders', 'pages/buyer/orders.tsx'),
      route('wishlist', 'pages/buyer/wishlist.tsx'),
      ...shared('buyer'),
    ]),
  ]),
  route('seller', 'pages/seller/layout.tsx', [
    index('pages/shared/index.tsx', { id: 'seller-index' }),
    route('dashboard', 'pages/seller/dashboard.tsx'),
    route('manage-books', 'pages/seller/manage-books.tsx'),
    route('wishlist', 'pages/seller/wishlist.tsx'),
    route('orders', 'pages/seller/orders.tsx'),
    route('reports', 'pages/seller/reports.tsx'),
    route('chats', 'pages/seller/chats.tsx'),
    ...shared('seller'),
  ]),
  route('admin/login', 'pages/admin/login.tsx'),
  route('admin', 'pages/admin/layout.tsx', [
    index('pages/shared/index.tsx', { id: 'admin-index' }),
    route('dashboard', 'pages/admin/dashboard.tsx'),
    route('profile', 'pages/admin/profile.tsx'),
    route('buyers', 'pages/admin/accounts.tsx', { id: 'admin-buyers' }),
    route('sellers', 'pages/admin/accounts.tsx', { id: 'admin-sellers' }),
    route('books', 'pages/admin/books.tsx'),
    route('orders', 'pages/admin/orders.tsx'),
    route('orders/:orderId', 'pages/admin/order.tsx'),
    route('blocked-orders', 'pages/admin/blocked-orders.tsx'),
    route('reviews', 'pages/admin/reviews.tsx'),
    route('complaints', 'pages/admin/complaints.tsx'),
    route('complaints/:complaintId', 'pages/admin/complaint.tsx'),
    route('password-requests', 'pages/admin/password-requests.tsx'),
    route('prices', 'pages/admin/prices.tsx'),
    route('audit', 'pages/admin/audit.tsx'),
  ]),
] satisfies RouteConfig
