// The texts of the admin's pages.
import { book, order } from './samples.ts'
import type { Scene, Texts } from './scene.ts'
import { changePassword } from './texts-buyer.ts'

const profile = 'web/pages/admin/profile.tsx'
const deleting = 'web/features/admin/delete-book-dialog.tsx'
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
    [box, 'placeholder', `web/pages/admin/${name}.tsx`],
    [text, 'text', `web/pages/admin/${name}.tsx`],
  ],
})
const failing = (name: 'books' | 'orders', text: string, logged: string): Scene => ({
  ...{ screen: `Admin ${name}`, state: 'failing', at: `/admin/${name}` },
  calls: { [`GET /admin/${name}` as const]: 'broken' },
  texts: [
    [logged, 'log', 'contract/admin.ts'],
    [text, 'text', `web/pages/admin/${name}.tsx`],
  ],
})
const allBooks = {
  'GET /admin/books': { json: [{ ...book, seller: { ...nobody, name: 'Ravi Kumar' } }] },
} satisfies Scene['calls']
const none = (heads: string[], file: string): Scene['texts'] =>
  heads.map((head) => ['N/A', `cell:${head}`, file])

export const admins: Texts = {
  scenes: [
    {
      screen: 'Admin sidebar',
      state: 'Logout pressed',
      at: '/admin/dashboard',
      steps: [['press', 'Logout']],
      texts: [['Confirm Logout', 'alertdialog', 'web/features/account/logout-button.tsx']],
    },
    {
      screen: 'Admin dashboard',
      state: 'failing',
      at: '/admin/dashboard',
      calls: { 'GET /admin/stats': 'broken' },
      texts: [['Failed to fetch stats.', 'log', 'contract/admin.ts']],
    },
    {
      screen: 'Admin profile',
      state: 'failing',
      at: '/admin/profile',
      calls: { 'GET /admin/profile': 'broken' },
      texts: [
        ['Failed to fetch profile.', 'log', 'contract/admin.ts'],
        ['Admin', 'fact:Name', profile],
        ['Update Password', 'button', profile],
      ],
    },
    {
      screen: 'Admin profile',
      state: 'two passwords that differ',
      at: '/admin/profile',
      steps: changePassword('a quite different two'),
      texts: [['New passwords do not match.', 'alert', profile]],
    },
    {
      screen: 'Admin profile',
      state: 'password failing',
      at: '/admin/profile',
      calls: { 'PUT /admin/password': 'broken' },
      steps: changePassword('a quite different one'),
      texts: [['Failed to update password.', 'alert', profile]],
    },
    ...lists.map(empty),
    failing('books', 'No books found.', 'Failed to fetch books.'),
    failing('orders', 'No orders found.', 'Failed to fetch orders.'),
    {
      screen: 'Admin sellers',
      state: 'with what may be missing',
      at: '/admin/sellers',
      calls: { 'GET /admin/sellers': { json: [nobody] } },
      texts: none(['Phone'], 'web/format.ts'),
    },
    {
      screen: 'Admin books',
      state: 'with what may be missing',
      at: '/admin/books',
      calls: { 'GET /admin/books': { json: [{ _id: book._id, title: '', seller: nobody }] } },
      texts: none(
        [
          ...[
            'Title',
            'Author',
            'Type',
            'Branch',
            'Original Price',
            'Predicted Price',
            'Current Price',
            'Rent Price',
            'Condition',
          ],
          'Seller',
        ],
        'web/format.ts',
      ),
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
        ...none(
          [
            'Book Title',
            'Buyer',
            'Buyer Email',
            'Seller',
            'Seller Email',
            'Order Type',
            'Price',
            'Phone',
            'Address',
          ],
          'web/format.ts',
        ),
        ['Unknown', 'cell:Status', 'web/features/orders/status-badge.tsx'],
      ],
    },
    {
      screen: 'Admin books',
      state: 'before deleting',
      at: '/admin/books',
      calls: allBooks,
      steps: [['press', 'Delete']],
      texts: [['Are you sure you want to delete this book?', 'dialog', deleting]],
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
      texts: [['Failed to delete book.', 'alert', deleting]],
    },
  ],
  proven: [
    {
      screen: 'Admin profile',
      state: 'password changed',
      // All browser tests share one admin, whose password has to stay.
      proof:
        'server/admin/actions.test.ts › an admin’s password change ends their other sessions and live connections',
      texts: [['Password updated successfully!', 'server/accounts/texts.ts']],
    },
  ],
}
