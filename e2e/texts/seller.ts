// The texts that the specification quotes for the seller's pages.
import { chat, id, order, ownBook } from '#e2e/support/sample-responses.ts'
import { profileStates } from './buyer.ts'
import { emptyState, failingState, type ScreenState, type Step } from './screen-state.ts'

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
  failingState('Seller dashboard', '/seller/dashboard', 'GET /dashboard/seller/*', [
    ['Error loading stats', 'alert'],
    ['No sales data available.', 'text'],
    ['No recent orders found.', 'text'],
    ['Failed to fetch stats.', 'log'],
    ['Failed to fetch sales data.', 'log'],
    ['Failed to fetch orders.', 'log'],
  ]),
  emptyState(
    'Seller dashboard',
    '/seller/dashboard',
    'No sales data available.',
    'No recent orders found.',
  ),
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
  emptyState('Manage Books', '/seller/manage-books', 'No books found.'),
  failingState('Manage Books', '/seller/manage-books', 'GET /books/seller/books', [
    ['Failed to fetch books.', 'log'],
  ]),
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
  emptyState('Seller orders', '/seller/orders', 'No orders found.'),
  {
    screen: 'Seller sidebar',
    state: 'Logout pressed',
    steps: [['press', 'Logout']],
    texts: [['Are you sure you want to logout?', 'browser-dialog']],
  },
  failingState('Seller orders', '/seller/orders', 'GET /orders/seller/*', [
    ['Failed to fetch orders.', 'log'],
  ]),
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
  failingState('Seller reports', '/seller/reports', 'GET /seller/reports/*', [
    ['⚠️ Error fetching reports.', 'alert'],
  ]),
  failingState('Seller reports', '/seller/reports', 'GET /seller/reports/sales', [
    ['⚠️ Failed to fetch sales report.', 'alert'],
  ]),
  failingState('Seller reports', '/seller/reports', 'GET /seller/reports/best-sellers', [
    ['⚠️ Failed to fetch best-selling books.', 'alert'],
  ]),
  failingState('Seller reports', '/seller/reports', 'GET /seller/reports/orders-summary', [
    ['⚠️ Failed to fetch order summary.', 'alert'],
  ]),
  emptyState('Seller chats', '/seller/chats', 'No chats available.'),
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
