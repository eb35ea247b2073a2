// The texts of the admin's pages.
import { book, order } from '#e2e/support/sample-responses.ts'
import { changePassword } from './buyer.ts'
import type { Scene } from './scene.ts'

const _profile = 'web/pages/admin/profile.tsx'
const _deleting = 'web/features/admin/delete-book-dialog.tsx'
const nobody = {
  _id: order._id,
  name: '',
  email: 'nobody@example.com',
  status: 'active',
  createdAt: order.createdAt,
}

type List = {
  name: 'buyers' | 'sellers' | 'books' | 'orders'
  screen: string
  box: string
  empty: string
}
const lists: List[] = [
  {
    name: 'buyers',
    screen: 'Admin buyers',
    box: 'Search by name or email',
    empty: 'No buyers found.',
  },
  {
    name: 'sellers',
    screen: 'Admin sellers',
    box: 'Search by name or email',
    empty: 'No sellers found.',
  },
  {
    name: 'books',
    screen: 'Admin books',
    box: 'Search by title or branch',
    empty: 'No books found.',
  },
  {
    name: 'orders',
    screen: 'Admin orders',
    box: 'Search by book, buyer or seller',
    empty: 'No orders found.',
  },
]
const empty = ({ name, screen, box, empty: text }: List): Scene => ({
  ...{ screen, state: 'empty', at: `/admin/${name}` },
  calls: { [`GET /admin/${name}` as const]: { json: [] } },
  texts: [
    [box, 'placeholder'],
    [text, 'text'],
  ],
})
const failing = (name: 'books' | 'orders', text: string, logged: string): Scene => ({
  ...{ screen: `Admin ${name}`, state: 'failing', at: `/admin/${name}` },
  calls: { [`GET /admin/${name}` as const]: 'broken' },
  texts: [
    [logged, 'log'],
    [text, 'text'],
  ],
})
const allBooks = {
  'GET /admin/books': { json: [{ ...book, seller: { ...nobody, name: 'Ravi Kumar' } }] },
} satisfies Scene['calls']
const notAvailable = (columns: string[]): Scene['texts'] =>
  columns.map((column) => ['N/A', `cell:${column}`])

export const adminScenes: Scene[] = [
  {
    screen: 'Admin sidebar',
    state: 'Logout pressed',
    at: '/admin/dashboard',
    steps: [['press', 'Logout']],
    texts: [['Confirm Logout', 'alertdialog']],
  },
  {
    screen: 'Admin dashboard',
    state: 'failing',
    at: '/admin/dashboard',
    calls: { 'GET /admin/stats': 'broken' },
    texts: [['Failed to fetch stats.', 'log']],
  },
  {
    screen: 'Admin profile',
    state: 'failing',
    at: '/admin/profile',
    calls: { 'GET /admin/profile': 'broken' },
    texts: [
      ['Failed to fetch profile.', 'log'],
      ['Admin', 'fact:Name'],
      ['Update Password', 'button'],
    ],
  },
  {
    screen: 'Admin profile',
    state: 'two passwords that differ',
    at: '/admin/profile',
    steps: changePassword('a quite different two'),
    texts: [['New passwords do not match.', 'alert']],
  },
  {
    screen: 'Admin profile',
    state: 'password failing',
    at: '/admin/profile',
    calls: { 'PUT /admin/password': 'broken' },
    steps: changePassword('a quite different one'),
    texts: [['Failed to update password.', 'alert']],
  },
  ...lists.map(empty),
  failing('books', 'No books found.', 'Failed to fetch books.'),
  failing('orders', 'No orders found.', 'Failed to fetch orders.'),
  {
    screen: 'Admin sellers',
    state: 'with what may be missing',
    at: '/admin/sellers',
    calls: { 'GET /admin/sellers': { json: [nobody] } },
    texts: notAvailable(['Phone']),
  },
  {
    screen: 'Admin books',
    state: 'with what may be missing',
    at: '/admin/books',
    calls: { 'GET /admin/books': { json: [{ _id: book._id, title: '', seller: nobody }] } },
    texts: notAvailable([
      'Title',
      'Author',
      'Type',
      'Branch',
      'Original Price',
      'Predicted Price',
      'Current Price',
      'Rent Price',
      'Condition',
      'Seller',
    ]),
  },
  {
    screen: 'Admin orders',
    state: 'with what may be missing',
    at: '/admin/orders',
    calls: {
      'GET /admin/orders': {
        json: [
          {
            _id: order._id,
            createdAt: order.createdAt,
            book: { title: '' },
            buyer: { name: '' },
            seller: { name: '' },
            status: 'Lost',
          },
        ],
      },
    },
    texts: [
      ...notAvailable([
        'Book Title',
        'Buyer',
        'Buyer Email',
        'Seller',
        'Seller Email',
        'Order Type',
        'Price',
        'Phone',
        'Address',
      ]),
      ['Unknown', 'cell:Status'],
    ],
  },
  {
    screen: 'Admin books',
    state: 'before deleting',
    at: '/admin/books',
    calls: allBooks,
    steps: [['press', 'Delete']],
    texts: [['Are you sure you want to delete this book?', 'dialog']],
  },
  {
    screen: 'Admin books',
    state: 'deleting, failing',
    at: '/admin/books',
    calls: { ...allBooks, 'DELETE /admin/books/*': 'broken' },
    steps: [
      ['press', 'Delete'],
      ['fill', 'Reason', 'A photocopy is not a book.'],
      ['press', 'Delete'],
    ],
    texts: [['Failed to delete book.', 'alert']],
  },
]
