import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('pages/public/layout.tsx', [
    index('pages/public/home.tsx'),
    route('books', 'pages/public/books.tsx'),
    route('about', 'pages/public/about.tsx'),
    route('reset-password', 'pages/public/reset-password.tsx'),
    route('*', 'pages/public/not-found.tsx'),
  ]),
  route('buyer', 'pages/buyer/layout.tsx', [
    index('pages/buyer/index.tsx'),
    route('dashboard', 'pages/buyer/dashboard.tsx'),
    route('book/:bookId?', 'pages/buyer/book.tsx'),
    route('orders', 'pages/buyer/orders.tsx'),
    route('chats', 'pages/buyer/chats.tsx'),
    route('profile', 'pages/buyer/profile.tsx'),
  ]),
  route('seller', 'pages/seller/layout.tsx', [
    index('pages/seller/index.tsx'),
    route('dashboard', 'pages/seller/dashboard.tsx'),
    route('manage-books', 'pages/seller/manage-books.tsx'),
    route('orders', 'pages/seller/orders.tsx'),
    route('reports', 'pages/seller/reports.tsx'),
    route('chats', 'pages/seller/chats.tsx'),
    route('profile', 'pages/seller/profile.tsx'),
  ]),
  route('admin/login', 'pages/admin/login.tsx'),
  route('admin', 'pages/admin/layout.tsx', [
    index('pages/admin/index.tsx'),
    route('dashboard', 'pages/admin/dashboard.tsx'),
    route('profile', 'pages/admin/profile.tsx'),
    route('buyers', 'pages/admin/buyers.tsx'),
    route('sellers', 'pages/admin/sellers.tsx'),
    route('books', 'pages/admin/books.tsx'),
    route('orders', 'pages/admin/orders.tsx'),
    route('reviews', 'pages/admin/reviews.tsx'),
    route('complaints', 'pages/admin/complaints.tsx'),
    route('complaints/:complaintId', 'pages/admin/complaint.tsx'),
    route('password-requests', 'pages/admin/password-requests.tsx'),
    route('prices', 'pages/admin/prices.tsx'),
    route('audit', 'pages/admin/audit.tsx'),
  ]),
] satisfies RouteConfig
