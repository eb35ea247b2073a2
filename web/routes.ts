import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('areas/public/layout.tsx', [
    index('areas/public/home.tsx'),
    route('books', 'areas/public/books.tsx'),
    route('about', 'areas/public/about.tsx'),
    route('reset-password', 'areas/public/reset-password.tsx'),
    route('*', 'areas/public/not-found.tsx'),
  ]),
  route('buyer', 'areas/buyer/layout.tsx', [
    index('areas/buyer/index.tsx'),
    route('dashboard', 'areas/buyer/dashboard.tsx'),
    route('book/:bookId?', 'areas/buyer/book.tsx'),
    route('orders', 'areas/buyer/orders.tsx'),
    route('chats', 'areas/buyer/chats.tsx'),
    route('profile', 'areas/buyer/profile.tsx'),
  ]),
  route('seller', 'areas/seller/layout.tsx', [
    index('areas/seller/index.tsx'),
    route('dashboard', 'areas/seller/dashboard.tsx'),
    route('manage-books', 'areas/seller/manage-books.tsx'),
    route('orders', 'areas/seller/orders.tsx'),
    route('reports', 'areas/seller/reports.tsx'),
    route('chats', 'areas/seller/chats.tsx'),
    route('profile', 'areas/seller/profile.tsx'),
  ]),
  route('admin/login', 'areas/admin/login.tsx'),
  route('admin', 'areas/admin/layout.tsx', [
    index('areas/admin/index.tsx'),
    route('dashboard', 'areas/admin/dashboard.tsx'),
    route('profile', 'areas/admin/profile.tsx'),
    route('buyers', 'areas/admin/buyers.tsx'),
    route('sellers', 'areas/admin/sellers.tsx'),
    route('books', 'areas/admin/books.tsx'),
    route('orders', 'areas/admin/orders.tsx'),
    route('reviews', 'areas/admin/reviews.tsx'),
    route('password-requests', 'areas/admin/password-requests.tsx'),
    route('prices', 'areas/admin/prices.tsx'),
    route('audit', 'areas/admin/audit.tsx'),
  ]),
] satisfies RouteConfig
