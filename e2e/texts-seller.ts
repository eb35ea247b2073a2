// The texts of the seller's pages.
import { chat, id, order, ownBook } from './samples.ts'
import type { Scene, Step, Texts } from './scene.ts'
import { profileScenes } from './texts-buyer.ts'

const dashboard = 'web/pages/seller/dashboard.tsx'
const reports = 'web/pages/seller/reports.tsx'
const manage = 'web/pages/seller/manage-books.tsx'
const update = 'web/features/listing/update-book-dialog.tsx'
const orders = 'web/pages/seller/orders.tsx'
const bars = 'web/features/reports/sales-bars.tsx'
const adding = 'web/features/listing/add-book-dialog.tsx'
const newBook =
  'e2e/add-book.spec.ts › a new book: what is missing is told in its order, and a double click lists it once'

const ownBooks = { 'GET /books/seller/books': { json: [ownBook] } } satisfies Scene['calls']
const createOrder: Step[] = [
  ['press', 'Create Order'],
  ['fill', 'Delivery address', 'Hostel 4, Room 12, Pune'],
  ['fill', 'Phone number', '9876543210'],
  ['press', 'Create Order'],
]

export const sellers: Texts = {
  scenes: [
    {
      screen: 'Seller sidebar',
      state: 'Logout pressed',
      at: '/seller/orders',
      steps: [['press', 'Logout']],
      texts: [['Are you sure you want to logout?', 'question', 'web/pages/seller/layout.tsx']],
    },
    {
      screen: 'Seller dashboard',
      state: 'loading',
      at: '/seller/dashboard',
      calls: { 'GET /dashboard/seller/sales-chart': 'held' },
      texts: [
        ['Sales Performance', 'heading', dashboard],
        ['Loading sales data...', 'status', dashboard],
        ['Recent Orders', 'heading', dashboard],
      ],
    },
    {
      screen: 'Seller dashboard',
      state: 'failing',
      at: '/seller/dashboard',
      calls: { 'GET /dashboard/seller/*': 'broken' },
      texts: [
        ['Error loading stats', 'alert', dashboard],
        ['No sales data available.', 'text', dashboard],
        ['No recent orders found.', 'text', dashboard],
        ['Failed to fetch stats.', 'log', 'contract/reports.ts'],
        ['Failed to fetch sales data.', 'log', 'contract/reports.ts'],
        ['Failed to fetch orders.', 'log', 'contract/reports.ts'],
      ],
    },
    {
      screen: 'Seller dashboard',
      state: 'empty',
      at: '/seller/dashboard',
      texts: [
        ['No sales data available.', 'text', dashboard],
        ['No recent orders found.', 'text', dashboard],
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
        ['Category', 'axis', bars],
        ['Sales (₹)', 'axis', bars],
        ['Orders', 'axis', bars],
        ['Unknown Book', 'cell:Book', 'web/format.ts'],
        ['Unknown Buyer', 'cell:Buyer', 'web/format.ts'],
        ['N/A', 'cell:Price', 'web/format.ts'],
        ['Unknown', 'cell:Status', 'web/features/orders/status-badge.tsx'],
      ],
    },
    {
      screen: 'Manage Books',
      state: 'empty',
      at: '/seller/manage-books',
      texts: [['No books found.', 'text', manage]],
    },
    {
      screen: 'Manage Books',
      state: 'failing',
      at: '/seller/manage-books',
      calls: { 'GET /books/seller/books': 'broken' },
      texts: [['Failed to fetch books.', 'log', 'contract/books.ts']],
    },
    {
      screen: 'Manage Books',
      state: 'before deleting',
      at: '/seller/manage-books',
      calls: ownBooks,
      steps: [['press', 'Delete A Book']],
      texts: [['Are you sure you want to delete this book?', 'alertdialog', manage]],
    },
    {
      screen: 'Manage Books',
      state: 'deleting, failing',
      at: '/seller/manage-books',
      calls: { ...ownBooks, 'DELETE /books/seller/books/*': 'broken' },
      steps: [
        ['press', 'Delete A Book'],
        ['press', 'Delete'],
      ],
      texts: [['Failed to delete book.', 'alert', manage]],
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
      texts: [['❌ Failed to update book.', 'alert', update]],
    },
    {
      screen: 'Update Book modal',
      state: 'saved',
      at: '/seller/manage-books',
      calls: {
        ...ownBooks,
        'PUT /books/seller/books/*': { json: { message: 'Saved.', book: ownBook } },
      },
      steps: [
        ['press', 'Edit A Book'],
        ['press', 'Update Book'],
      ],
      texts: [['✅ Book Updated Successfully!', 'alert', update]],
    },
    {
      screen: 'Seller orders',
      state: 'empty',
      at: '/seller/orders',
      texts: [['No orders found.', 'text', orders]],
    },
    {
      screen: 'Seller orders',
      state: 'failing',
      at: '/seller/orders',
      calls: { 'GET /orders/seller/*': 'broken' },
      texts: [['Failed to fetch orders.', 'log', 'contract/orders.ts']],
    },
    {
      screen: 'Seller orders',
      state: 'setting a status, failing',
      at: '/seller/orders',
      calls: { 'GET /orders/seller/*': { json: [order] }, 'PUT /orders/update/*': 'broken' },
      steps: [['choose', 'Status of order ABCDEF', 'Shipped']],
      texts: [['Failed to update order status.', 'alert', orders]],
    },
    {
      screen: 'Seller orders',
      state: 'an order of no known status',
      at: '/seller/orders',
      calls: { 'GET /orders/seller/*': { json: [{ ...order, status: 'Lost', can: [] }] } },
      texts: [['Unknown', 'cell:Status', 'web/features/orders/status-badge.tsx']],
    },
    {
      screen: 'Seller reports',
      state: 'failing',
      at: '/seller/reports',
      calls: { 'GET /seller/reports/*': 'broken' },
      texts: [['⚠️ Error fetching reports.', 'alert', reports, 'Error fetching reports.']],
    },
    {
      screen: 'Seller reports',
      state: 'sales failing',
      at: '/seller/reports',
      calls: { 'GET /seller/reports/sales': 'broken' },
      texts: [
        ['⚠️ Failed to fetch sales report.', 'alert', reports, 'Failed to fetch sales report.'],
      ],
    },
    {
      screen: 'Seller reports',
      state: 'best sellers failing',
      at: '/seller/reports',
      calls: { 'GET /seller/reports/best-sellers': 'broken' },
      texts: [
        [
          '⚠️ Failed to fetch best-selling books.',
          'alert',
          reports,
          'Failed to fetch best-selling books.',
        ],
      ],
    },
    {
      screen: 'Seller reports',
      state: 'order summary failing',
      at: '/seller/reports',
      calls: { 'GET /seller/reports/orders-summary': 'broken' },
      texts: [
        ['⚠️ Failed to fetch order summary.', 'alert', reports, 'Failed to fetch order summary.'],
      ],
    },
    {
      screen: 'Seller chats',
      state: 'empty',
      at: '/seller/chats',
      texts: [['No chats available.', 'text', 'web/pages/seller/chats.tsx']],
    },
    {
      screen: 'Create Order modal',
      state: 'failing',
      at: `/seller/chats?chat=${id(4)}`,
      calls: { 'GET /chats/*': { json: chat }, 'POST /orders/create': 'broken' },
      steps: createOrder,
      texts: [['Failed to place order.', 'alert', 'web/features/orders/create-order-dialog.tsx']],
    },
    ...profileScenes('seller', 'Are you sure you want to delete your account?'),
  ],
  proven: [
    {
      screen: 'Add Book modal',
      state: 'filled in step by step',
      proof: newBook,
      texts: [
        ['❌ Title, Author, and Original Price are required.', 'contract/errors.ts'],
        ['❌ Please select a valid branch.', 'contract/errors.ts'],
        ['❌ Please upload at least 2 images.', 'contract/errors.ts'],
        ['You can upload a maximum of 5 images.', 'contract/errors.ts'],
      ],
    },
    {
      screen: 'Add Book modal',
      state: 'failing, then saved',
      proof: newBook,
      texts: [
        ['Failed to add book.', adding],
        ['❌ Failed to add book.', adding],
        ['✅ Book Added Successfully!', adding],
      ],
    },
    {
      screen: 'Add Book modal',
      state: 'prediction failing',
      proof:
        'e2e/add-book.spec.ts › an old book: the prediction, one’s own price, and nothing lost on the way back',
      texts: [
        ['Failed to predict price.', 'web/features/listing/price-prediction.tsx'],
        ['❌ Failed to predict price.', 'web/features/listing/price-prediction.tsx'],
      ],
    },
    {
      screen: 'Update Book modal',
      state: 'more pictures than fit',
      proof: 'e2e/seller-books.spec.ts › a book is changed, its pictures too',
      texts: [
        ['You can upload a maximum of 5 images.', 'contract/errors.ts'],
        ['Failed to update book.', update],
      ],
    },
    {
      screen: 'Seller profile',
      state: 'account deleted',
      proof: 'e2e/account.spec.ts › a seller leaves after a question, unless orders are open',
      texts: [['Account deleted!', 'server/account-data/routes.ts']],
    },
  ],
}
