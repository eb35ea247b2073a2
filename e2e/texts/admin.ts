// The texts that the specification quotes for the admin's pages.
import { type AdminList, adminLists } from '#e2e/admin/admin-pages.ts'
import { book, order } from '#e2e/support/sample-responses.ts'
import { changePassword } from './buyer.ts'
import { failingState, type ScreenState } from './screen-state.ts'

const nobody = {
  _id: order._id,
  name: '',
  email: 'nobody@example.com',
  status: 'active',
  createdAt: order.createdAt,
}

const empty = (name: AdminList): ScreenState => ({
  screen: `Admin ${name}`,
  state: 'empty',
  url: `/admin/${name}`,
  calls: { [`GET /admin/${name}` as const]: { json: [] } },
  texts: [
    [adminLists[name].search, 'placeholder'],
    [adminLists[name].empty, 'text'],
  ],
})
const failing = (name: 'books' | 'orders', text: string, logged: string): ScreenState => ({
  screen: `Admin ${name}`,
  state: 'failing',
  url: `/admin/${name}`,
  calls: { [`GET /admin/${name}` as const]: 'server-error' },
  texts: [
    [logged, 'log'],
    [text, 'text'],
  ],
})
const allBooks = {
  'GET /admin/books': { json: [{ ...book, seller: { ...nobody, name: 'Ravi Kumar' } }] },
} satisfies ScreenState['calls']
/** Expects 'N/A' in all columns of a list, except the given ones. */
const notAvailable = (name: AdminList, ...except: string[]): ScreenState['texts'] =>
  adminLists[name].columns
    .filter((column) => !except.includes(column))
    .map((column) => ['N/A', `cell:${column}`])

export const adminStates: ScreenState[] = [
  failingState('Admin dashboard', '/admin/dashboard', 'GET /admin/stats', [
    ['Failed to fetch stats.', 'log'],
  ]),
  {
    screen: 'Admin sidebar',
    state: 'Logout pressed',
    steps: [['press', 'Logout']],
    texts: [['Confirm Logout', 'alertdialog']],
  },
  failingState('Admin profile', '/admin/profile', 'GET /admin/profile', [
    ['Failed to fetch profile.', 'log'],
    ['Admin', 'fact:Name'],
    ['Update Password', 'button'],
  ]),
  {
    screen: 'Admin profile',
    state: 'two passwords that differ',
    url: '/admin/profile',
    steps: changePassword('a quite different two'),
    texts: [['New passwords do not match.', 'alert']],
  },
  {
    screen: 'Admin profile',
    state: 'password failing',
    calls: { 'PUT /admin/password': 'server-error' },
    steps: changePassword('a quite different one'),
    texts: [['Failed to update password.', 'alert']],
  },
  ...(Object.keys(adminLists) as AdminList[]).map(empty),
  failing('books', 'No books found.', 'Failed to fetch books.'),
  failing('orders', 'No orders found.', 'Failed to fetch orders.'),
  {
    screen: 'Admin sellers',
    state: 'with what may be missing',
    url: '/admin/sellers',
    calls: { 'GET /admin/sellers': { json: [nobody] } },
    texts: [['N/A', 'cell:Phone']],
  },
  {
    screen: 'Admin books',
    state: 'with what may be missing',
    url: '/admin/books',
    calls: { 'GET /admin/books': { json: [{ _id: book._id, title: '', seller: nobody }] } },
    texts: notAvailable('books', 'Rentable', 'Action'),
  },
  {
    screen: 'Admin orders',
    state: 'with what may be missing',
    url: '/admin/orders',
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
    texts: [...notAvailable('orders', 'Status', 'Date'), ['Unknown', 'cell:Status']],
  },
  {
    screen: 'Admin books',
    state: 'before deleting',
    url: '/admin/books',
    calls: allBooks,
    steps: [['press', 'Delete']],
    texts: [['Are you sure you want to delete this book?', 'dialog']],
  },
  {
    screen: 'Admin books',
    state: 'deleting, failing',
    calls: { 'DELETE /admin/books/*': 'server-error' },
    steps: [
      ['fill', 'Reason', 'A photocopy is not a book.'],
      ['press', 'Delete'],
    ],
    texts: [['Failed to delete book.', 'alert']],
  },
]
