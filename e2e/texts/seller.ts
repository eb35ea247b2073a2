// The texts of the seller's pages.
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
    at: '/seller/dashboard',
    calls: { 'GET /dashboard/seller/sales-chart': 'held' },
    texts: [
      ['Sales Performance', 'heading'],
      ['Loading sales data...', 'status'],
      ['Recent Orders', 'heading'],
    ],
  },
  {
    screen: 'Seller dashboard',
    state: 'failing',
    at: '/seller/dashboard',
    calls: { 'GET /dashboard/seller/*': 'broken' },
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
    at: '/seller/dashboard',
    texts: [
      ['No sales data available.', 'text'],
      ['No recent orders found.', 'text'],
    ],
  },
  {
    screen: 'Seller dashboard',
    state: 'with sales, and with what may be missing',
    at: '/seller/dashboard',
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
    at: '/seller/manage-books',
    texts: [['No books found.', 'text']],
  },
  {
    screen: 'Manage Books',
    state: 'failing',
    at: '/seller/manage-books',
    calls: { 'GET /books/seller/books': 'broken' },
    texts: [['Failed to fetch books.', 'log']],
  },
  {
    screen: 'Manage Books',
    state: 'before deleting',
    at: '/seller/manage-books',
    calls: ownBooks,
    steps: [['press', 'Delete A Book']],
    texts: [['Are you sure you want to delete this book?', 'alertdialog']],
  },
  {
    screen: 'Manage Books',
    state: 'deleting, failing',
    calls: { 'DELETE /books/seller/books/*': 'broken' },
    steps: [['press', 'Delete']],
    texts: [['Failed to delete book.', 'alert']],
  },
  {
    screen: 'Update Book modal',
    state: 'failing',
    at: '/seller/manage-books',
    calls: { ...ownBooks, 'PUT /books/seller/books/*': 'broken' },
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
    at: '/seller/orders',
    texts: [['No orders found.', 'text']],
  },
  {
    screen: 'Seller sidebar',
    state: 'Logout pressed',
    steps: [['press', 'Logout']],
    texts: [['Are you sure you want to logout?', 'question']],
  },
  {
    screen: 'Seller orders',
    state: 'failing',
    at: '/seller/orders',
    calls: { 'GET /orders/seller/*': 'broken' },
    texts: [['Failed to fetch orders.', 'log']],
  },
  {
    screen: 'Seller orders',
    state: 'setting a status, failing',
    at: '/seller/orders',
    calls: { 'GET /orders/seller/*': { json: [order] }, 'PUT /orders/update/*': 'broken' },
    steps: [['choose', 'Status of order ABCDEF', 'Shipped']],
    texts: [['Failed to update order status.', 'alert']],
  },
  {
    screen: 'Seller orders',
    state: 'an order of no known status',
    at: '/seller/orders',
    calls: { 'GET /orders/seller/*': { json: [{ ...order, status: 'Lost', can: [] }] } },
    texts: [['Unknown', 'cell:Status']],
  },
  {
    screen: 'Seller reports',
    state: 'failing',
    at: '/seller/reports',
    calls: { 'GET /seller/reports/*': 'broken' },
    texts: [['⚠️ Error fetching reports.', 'alert']],
  },
  {
    screen: 'Seller reports',
    state: 'sales failing',
    at: '/seller/reports',
    calls: { 'GET /seller/reports/sales': 'broken' },
    texts: [['⚠️ Failed to fetch sales report.', 'alert']],
  },
  {
    screen: 'Seller reports',
    state: 'best sellers failing',
    at: '/seller/reports',
    calls: { 'GET /seller/reports/best-sellers': 'broken' },
    texts: [['⚠️ Failed to fetch best-selling books.', 'alert']],
  },
  {
    screen: 'Seller reports',
    state: 'order summary failing',
    at: '/seller/reports',
    calls: { 'GET /seller/reports/orders-summary': 'broken' },
    texts: [['⚠️ Failed to fetch order summary.', 'alert']],
  },
  {
    screen: 'Seller chats',
    state: 'empty',
    at: '/seller/chats',
    texts: [['No chats available.', 'text']],
  },
  {
    screen: 'Create Order modal',
    state: 'failing',
    at: `/seller/chats?chat=${id(4)}`,
    calls: { 'GET /chats/*': { json: chat }, 'POST /orders/create': 'broken' },
    steps: createOrder,
    texts: [['Failed to place order.', 'alert']],
  },
  ...profileStates('seller', 'Are you sure you want to delete your account?'),
]
