// The texts of the buyer's pages.
import { book, chat, id, order } from './samples.ts'
import type { Scene, Step, Texts } from './scene.ts'

const card = 'web/features/orders/order-card.tsx'
const orders = 'web/pages/buyer/orders.tsx'
const facts = 'web/features/books/book-details.tsx'
const password = 'web/features/profile/profile-password.tsx'
const logout = 'web/features/account/logout-button.tsx'
const information = 'web/features/profile/profile-information.tsx'
const danger = 'web/features/profile/profile-danger.tsx'

export const changePassword = (confirmed: string): Step[] => [
  ['fill', 'Current Password', 'monsoon-library-42'],
  ['fill', 'New Password', 'a quite different one'],
  ['fill', 'Confirm New Password', confirmed],
  ['press', 'Update Password'],
]

/** A profile's texts are the same on both sides, but for the question before one leaves. */
export function profileScenes(side: 'buyer' | 'seller', question: string): Scene[] {
  const screen = side === 'buyer' ? 'Buyer profile' : 'Seller profile'
  const at = `/${side}/profile`
  const edit: Step = ['press', 'Edit Profile']
  const leave: Step = ['press', 'Delete Account']
  return [
    {
      ...{ screen, state: 'failing', at },
      calls: { [`GET /${side}/profile` as const]: 'broken' },
      texts: [['Failed to fetch profile.', 'log', 'contract/accounts.ts']],
    },
    {
      ...{ screen, state: 'to be read', at },
      texts: [
        ['Joined on', 'text', 'web/features/profile/profile-header.tsx'],
        ['Edit Profile', 'button', information],
        ['Change Password', 'heading', password],
        ['Update Password', 'button', password],
        ['Danger Zone', 'heading', danger],
        ['Delete Account', 'button', danger],
      ],
    },
    {
      ...{ screen, state: 'two passwords that differ', at },
      steps: changePassword('a quite different two'),
      texts: [['New passwords do not match!', 'alert', password]],
    },
    {
      ...{ screen, state: 'password failing', at },
      calls: { [`PUT /${side}/change-password` as const]: 'broken' },
      steps: changePassword('a quite different one'),
      texts: [['Failed to change password.', 'alert', password]],
    },
    {
      ...{ screen, state: 'being edited', at },
      steps: [edit],
      texts: [
        ['Cancel', 'button', information],
        ['Update Profile', 'button', information],
      ],
    },
    {
      ...{ screen, state: 'being edited, failing', at },
      calls: { [`PUT /${side}/profile` as const]: 'broken' },
      steps: [edit, ['press', 'Update Profile']],
      texts: [['Failed to update profile.', 'alert', information]],
    },
    {
      ...{ screen, state: 'being edited, saved', at },
      steps: [edit, ['press', 'Update Profile']],
      texts: [['Profile updated successfully!', 'alert', 'server/accounts/profile/routes.ts']],
    },
    {
      ...{ screen, state: 'before leaving', at },
      steps: [leave],
      texts: [[question, 'alertdialog', danger]],
    },
    {
      ...{ screen, state: 'leaving, failing', at },
      calls: { [`DELETE /${side}/delete-account` as const]: 'broken' },
      steps: [leave, ['press', 'Delete']],
      texts: [['Failed to delete account.', 'alert', danger]],
    },
  ]
}

const startChat = {
  screen: 'Book detail',
  at: `/buyer/book/${id(1)}`,
  steps: [['press', 'Chat with Seller']] satisfies Step[],
}
const openChat = { screen: 'Buyer chats', at: `/buyer/chats?chat=${id(4)}` }

export const buyers: Texts = {
  scenes: [
    {
      screen: 'Buyer navigation bar',
      state: 'Logout pressed',
      at: '/buyer/orders',
      steps: [['press', 'Logout']],
      texts: [
        ['Confirm Logout', 'alertdialog', logout],
        ['Are you sure you want to log out?', 'text', logout],
        ['Yes, Logout', 'button', logout],
        ['Cancel', 'button', 'web/ui/dialog.tsx'],
      ],
    },
    {
      screen: 'My Orders',
      state: 'loading',
      at: '/buyer/orders',
      calls: { 'GET /orders/buyer/*': 'held' },
      texts: [['Loading orders...', 'status', orders]],
    },
    {
      screen: 'My Orders',
      state: 'failing',
      at: '/buyer/orders',
      calls: { 'GET /orders/buyer/*': 'broken' },
      texts: [['Failed to load orders. Please try again.', 'alert', orders]],
    },
    {
      screen: 'My Orders',
      state: 'empty',
      at: '/buyer/orders',
      texts: [['No orders found.', 'text', orders]],
    },
    {
      screen: 'My Orders',
      state: 'an order of no known status',
      at: '/buyer/orders',
      calls: { 'GET /orders/buyer/*': { json: [{ ...order, status: 'Lost' }] } },
      texts: [
        ['Check Order Chat', 'link', card],
        ['Unknown', 'text', 'web/features/orders/status-badge.tsx'],
      ],
    },
    {
      screen: 'My Orders',
      state: 'confirming, failing',
      at: '/buyer/orders',
      calls: { 'GET /orders/buyer/*': { json: [order] }, 'PUT /orders/*/confirm': 'broken' },
      steps: [['press', 'Confirm order']],
      texts: [['Failed to update order status.', 'alert', card]],
    },
    {
      ...startChat,
      state: 'starting a chat, failing',
      calls: { 'GET /books/*': { json: book }, 'POST /chats/start': 'broken' },
      texts: [['Failed to start chat.', 'alert', facts]],
    },
    {
      ...startChat,
      state: 'starting a chat, answered without an id',
      calls: { 'GET /books/*': { json: book }, 'POST /chats/start': { json: { chat: {} } } },
      texts: [['Chat ID not received.', 'alert', facts]],
    },
    {
      screen: 'Buyer chats',
      state: 'empty',
      at: '/buyer/chats',
      texts: [['No active chats.', 'text', 'web/pages/buyer/chats.tsx']],
    },
    {
      screen: 'Buyer chats',
      state: 'failing',
      at: '/buyer/chats',
      calls: { 'GET /chats': 'broken' },
      texts: [['Failed to fetch chats.', 'log', 'contract/chats.ts']],
    },
    {
      ...openChat,
      state: 'a chat failing',
      calls: { 'GET /chats/*': 'broken' },
      texts: [['Failed to fetch chat.', 'alert', 'web/features/chat/chat-thread.tsx']],
    },
    {
      ...openChat,
      state: 'a message failing',
      calls: { 'GET /chats/*': { json: chat }, 'POST /chats/send': 'broken' },
      steps: [
        ['fill', 'Message', 'Is it free?'],
        ['press', 'Send'],
      ],
      texts: [['Failed to send message.', 'text', 'web/features/chat/chat-messages.tsx']],
    },
    ...profileScenes(
      'buyer',
      'Are you sure you want to delete your account? This action cannot be undone.',
    ),
  ],
  proven: [
    {
      screen: 'Buyer profile',
      state: 'picture failing',
      proof: 'e2e/profile.spec.ts › the picture is added, changed and removed',
      texts: [['Failed to update profile.', 'web/features/profile/profile-header.tsx']],
    },
    {
      screen: 'Buyer profile',
      state: 'password changed',
      proof: 'e2e/profile.spec.ts › a buyer changes the password: mismatch, wrong, failing, right',
      texts: [['Password updated successfully!', 'server/accounts/auth/change-password.ts']],
    },
    {
      screen: 'Buyer profile',
      state: 'account deleted',
      proof: 'e2e/account.spec.ts › a buyer leaves after a question, unless orders are open',
      texts: [['Account deleted successfully!', 'server/accounts/profile/routes.ts']],
    },
    {
      screen: 'A chat',
      state: 'a message within 60 seconds',
      proof: 'e2e/chats.spec.ts › messages go both ways, live; only whole ones can be sent',
      texts: [['Just now', 'web/format.ts']],
    },
    {
      screen: 'A chat',
      state: 'sending without a stored id',
      proof:
        'e2e/chats-offline.spec.ts › a message is not sent for somebody who is no longer logged in',
      texts: [['User not logged in.', 'web/features/chat/chat-composer.tsx']],
    },
  ],
}
