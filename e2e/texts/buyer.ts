// The texts that the specification quotes for the buyer's pages.
import { book, chat, id, order } from '#e2e/support/sample-responses.ts'
import { emptyState, failingState, type ScreenState, type Step } from './screen-state.ts'

export const changePassword = (confirmed: string): Step[] => [
  ['fill', 'Current Password', 'monsoon-library-42'],
  ['fill', 'New Password', 'a quite different one'],
  ['fill', 'Confirm New Password', confirmed],
  ['press', 'Update Password'],
]

/** The profile's texts are the same on both sides, except for the question of Delete Account. */
export function profileStates(side: 'buyer' | 'seller', question: string): ScreenState[] {
  const screen = side === 'buyer' ? 'Buyer profile' : 'Seller profile'
  const url = `/${side}/profile`
  return [
    {
      screen,
      state: 'failing',
      url,
      calls: { [`GET /${side}/profile` as const]: 'server-error' },
      texts: [['Failed to fetch profile.', 'log']],
    },
    {
      screen,
      state: 'open',
      url,
      texts: [
        ['Joined on', 'text'],
        ['Edit Profile', 'button'],
        ['Change Password', 'heading'],
        ['Update Password', 'button'],
        ['Danger Zone', 'heading'],
        ['Delete Account', 'button'],
      ],
    },
    {
      screen,
      state: 'two passwords that differ',
      steps: changePassword('a quite different two'),
      texts: [['New passwords do not match!', 'alert']],
    },
    {
      screen,
      state: 'password failing',
      calls: { [`PUT /${side}/change-password` as const]: 'server-error' },
      steps: changePassword('a quite different one'),
      texts: [['Failed to change password.', 'alert']],
    },
    {
      screen,
      state: 'being edited',
      steps: [['press', 'Edit Profile']],
      texts: [
        ['Cancel', 'button'],
        ['Update Profile', 'button'],
      ],
    },
    {
      screen,
      state: 'being edited, failing',
      calls: { [`PUT /${side}/profile` as const]: 'server-error' },
      steps: [['press', 'Update Profile']],
      texts: [['Failed to update profile.', 'alert']],
    },
    {
      screen,
      state: 'being edited, saved',
      steps: [['press', 'Update Profile']],
      texts: [['Profile updated successfully!', 'alert']],
    },
    {
      screen,
      state: 'before deleting the account',
      steps: [['press', 'Delete Account']],
      texts: [[question, 'alertdialog']],
    },
    {
      screen,
      state: 'deleting the account, failing',
      calls: { [`DELETE /${side}/delete-account` as const]: 'server-error' },
      steps: [['press', 'Delete']],
      texts: [['Failed to delete account.', 'alert']],
    },
  ]
}

const startChat = {
  screen: 'Book detail',
  url: `/buyer/book/${id(1)}`,
  steps: [['press', 'Chat with Seller']] satisfies Step[],
}
const openChat = { screen: 'Buyer chats', url: `/buyer/chats?chat=${id(4)}` }

export const buyerStates: ScreenState[] = [
  {
    screen: 'My Orders',
    state: 'loading',
    url: '/buyer/orders',
    calls: { 'GET /orders/buyer/*': 'pending' },
    texts: [['Loading orders...', 'status']],
  },
  failingState('My Orders', '/buyer/orders', 'GET /orders/buyer/*', [
    ['Failed to load orders. Please try again.', 'alert'],
  ]),
  emptyState('My Orders', '/buyer/orders', 'No orders found.'),
  {
    screen: 'Buyer navigation bar',
    state: 'Logout pressed',
    steps: [['press', 'Logout']],
    texts: [
      ['Confirm Logout', 'alertdialog'],
      ['Are you sure you want to log out?', 'text'],
      ['Yes, Logout', 'button'],
      ['Cancel', 'button'],
    ],
  },
  {
    screen: 'My Orders',
    state: 'an order of no known status',
    url: '/buyer/orders',
    calls: { 'GET /orders/buyer/*': { json: [{ ...order, status: 'Lost' }] } },
    texts: [
      ['Check Order Chat', 'link'],
      ['Unknown', 'text'],
    ],
  },
  {
    screen: 'My Orders',
    state: 'confirming, failing',
    url: '/buyer/orders',
    calls: { 'GET /orders/buyer/*': { json: [order] }, 'PUT /orders/*/confirm': 'server-error' },
    steps: [['press', 'Confirm order']],
    texts: [['Failed to update order status.', 'alert']],
  },
  {
    ...startChat,
    state: 'starting a chat, failing',
    calls: { 'GET /books/*': { json: book }, 'POST /chats/start': 'server-error' },
    texts: [['Failed to start chat.', 'alert']],
  },
  {
    ...startChat,
    state: 'starting a chat, answered without an id',
    calls: { 'GET /books/*': { json: book }, 'POST /chats/start': { json: { chat: {} } } },
    texts: [['Chat ID not received.', 'alert']],
  },
  emptyState('Buyer chats', '/buyer/chats', 'No active chats.'),
  failingState('Buyer chats', '/buyer/chats', 'GET /chats', [['Failed to fetch chats.', 'log']]),
  {
    ...openChat,
    state: 'a chat failing',
    calls: { 'GET /chats/*': 'server-error' },
    texts: [['Failed to fetch chat.', 'alert']],
  },
  {
    ...openChat,
    state: 'a message failing',
    calls: { 'GET /chats/*': { json: chat }, 'POST /chats/send': 'server-error' },
    steps: [
      ['fill', 'Message', 'Is it free?'],
      ['press', 'Send'],
    ],
    texts: [['Failed to send message.', 'text']],
  },
  ...profileStates(
    'buyer',
    'Are you sure you want to delete your account? This action cannot be undone.',
  ),
]
