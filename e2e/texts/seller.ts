// The specified texts of the seller's pages.
import { chat, id, order, ownBook } from '#e2e/support/sample-responses.ts'
import { profileStates } from './buyer.ts'
import type { ScreenState, Step } from './screen-state.ts'

const ownBooks = { 'GET /books/seller/books': { json: [ownBook] } } satisfies ScreenState['calls']
const createOrder: Step[] = [
  ['press', 'Create Order'],
  ['fill', 'Delivery address', 'Hostel 4, Room 12, Pune'],
  ['fill', 'Phone number', '9876543210'],
  ['press', 'Create Order'],
]

export const sellerStates: ScreenState[] = [
  {
    screen: 'Seller dashboard',
    state: 'loading',
    url: '/seller/dashboard',
    calls: { 'GET /dashboard/seller/sales-chart': 'pending' },
    texts: [
      ['Sales Performance', 'heading'],
      ['Loading sales data...', 'status'],
      ['Recent Orders', 'heading'],
    ],
  },
  {
    screen: 'Seller dashboard',
    state: 'failing',
    url: '/seller/dashboard',
    calls: { 'GET /dashboard/seller/*': 'server-error' },
    texts: [
      ['Error loading stats', 'alert'],
      ['No sales data available.', 'text'],
      ['No recent orders found.', 'text'],
      ['Failed to fetch stats.', 'log'],
      ['Failed to fetch sales data.', 'log'],
      ['Failed to fetch orders.', 'log'],
    ],
  },
  {
    screen: 'Seller dashboard',
    state: 'empty',
    url: '/seller/dashboard',
    texts: [
      ['No sales data available.', 'text'],
      ['No recent orders found.', 'text'],
    ],
  },
  {
    screen: 'Seller dashboard',
    state: 'with sales, and with what may be missing',
    url: '/seller/dashboard',
    calls: {
      'GET /dashboard/seller/sales-chart': { json: { totalSales: 520, ordersCount: 2 } },
      'GET /dashboard/seller/recent-orders': {
        json: [
          {
            ...order,
            book: { ...order.book, title: '' },
            buyer: { ...order.buyer, name: '' },
            price: undefined,
            status: 'Lost',
          },
        ],
      },
    },
    texts: [
      ['Category', 'axis'],
      ['Sales (₹)', 'axis'],
      ['Orders', 'axis'],
      ['Unknown Book', 'cell:Book'],
      ['Unknown Buyer', 'cell:Buyer'],
      ['N/A', 'cell:Price'],
      ['Unknown', 'cell:Status'],
    ],
  },
  {
    screen: 'Manage Books',
    state: 'empty',
    url: '/seller/manage-books',
    texts: [['No books found.', 'text']],
  },
  {
    screen: 'Manage Books',
    state: 'failing',
    url: '/seller/manage-books',
    calls: { 'GET /books/seller/books': 'server-error' },
    texts: [['Failed to fetch books.', 'log']],
  },
  {
    screen: 'Manage Books',
    state: 'before deleting',
    url: '/seller/manage-books',
    calls: ownBooks,
    steps: [['press', 'Delete A Book']],
    texts: [['Are you sure you want to delete this book?', 'alertdialog']],
  },
  {
    screen: 'Manage Books',
    state: 'deleting, failing',
    calls: { 'DELETE /books/seller/books/*': 'server-error' },
    steps: [['press', 'Delete']],
    texts: [['Failed to delete book.', 'alert']],
  },
  {
    screen: 'Update Book modal',
    state: 'failing',
    url: '/seller/manage-books',
    calls: { ...ownBooks, 'PUT /books/seller/books/*': 'server-error' },
    steps: [
      ['press', 'Edit A Book'],
      ['press', 'Update Book'],
    ],
    texts: [['❌ Failed to update book.', 'alert']],
  },
  {
    screen: 'Update Book modal',
    state: 'saved',
    calls: { 'PUT /books/seller/books/*': { json: { message: 'Saved.', book: ownBook } } },
    steps: [['press', 'Update Book']],
    texts: [['✅ Book Updated Successfully!', 'alert']],
  },
  {
    screen: 'Seller orders',
    state: 'empty',
    url: '/seller/orders',
    texts: [['No orders found.', 'text']],
  },
  {
    screen: 'Seller sidebar',
    state: 'Logout pressed',
    steps: [['press', 'Logout']],
    texts: [['Are you sure you want to logout?', 'browser-dialog']],
  },
  {
    screen: 'Seller orders',
    state: 'failing',
    url: '/seller/orders',
    calls: { 'GET /orders/seller/*': 'server-error' },
    texts: [['Failed to fetch orders.', 'log']],
  },
  {
    screen: 'Seller orders',
    state: 'setting a status, failing',
    url: '/seller/orders',
    calls: { 'GET /orders/seller/*': { json: [order] }, 'PUT /orders/update/*': 'server-error' },
    steps: [['choose', 'Status of order ABCDEF', 'Shipped']],
    texts: [['Failed to update order status.', 'alert']],
  },
  {
    screen: 'Seller orders',
    state: 'an order of no known status',
    url: '/seller/orders',
    calls: { 'GET /orders/seller/*': { json: [{ ...order, status: 'Lost', can: [] }] } },
    texts: [['Unknown', 'cell:Status']],
  },
  {
    screen: 'Seller reports',
    state: 'failing',
    url: '/seller/reports',
    calls: { 'GET /seller/reports/*': 'server-error' },
    texts: [['⚠️ Error fetching reports.', 'alert']],
  },
  {
    screen: 'Seller reports',
    state: 'sales failing',
    url: '/seller/reports',
    calls: { 'GET /seller/reports/sales': 'server-error' },
    texts: [['⚠️ Failed to fetch sales report.', 'alert']],
  },
  {
    screen: 'Seller reports',
    state: 'best sellers failing',
    url: '/seller/reports',
    calls: { 'GET /seller/reports/best-sellers': 'server-error' },
    texts: [['⚠️ Failed to fetch best-selling books.', 'alert']],
  },
  {
    screen: 'Seller reports',
    state: 'order summary failing',
    url: '/seller/reports',
    calls: { 'GET /seller/reports/orders-summary': 'server-error' },
    texts: [['⚠️ Failed to fetch order summary.', 'alert']],
  },
  {
    screen: 'Seller chats',
    state: 'empty',
    url: '/seller/chats',
    texts: [['No chats available.', 'text']],
  },
  {
    screen: 'Create Order modal',
    state: 'failing',
    url: `/seller/chats?chat=${id(4)}`,
    calls: { 'GET /chats/*': { json: chat }, 'POST /orders/create': 'server-error' },
    steps: createOrder,
    texts: [['Failed to place order.', 'alert']],
  },
  ...profileStates('seller', 'Are you sure you want to delete your account?'),
]
