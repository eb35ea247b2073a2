// Sample rows with all fields of the API, for tests that stub responses.
import type { BookDetail } from '#contract/books/books.ts'
import type { Chat } from '#contract/chats.ts'
import type { Order } from '#contract/orders/orders.ts'

export const id = (place: number) => `019a0000-0000-7000-8000-${String(place).padStart(12, '0')}`
const createdAt = '2026-01-05T10:00:00.000Z'
const seller = { _id: id(2), name: 'Ravi Kumar' }
const buyer = { _id: id(3), name: 'Asha Patil' }

export const book: BookDetail = {
  _id: id(1),
  title: 'A Book',
  author: 'A. Writer',
  bookType: 'old',
  branch: 'Physics',
  original_price: 400,
  price: 400,
  isRentable: false,
  condition: 'average',
  images: ['/default-book.jpg', '/placeholder.png'],
  recommendations: [],
  ratings: { count: 0 },
  seller: { ...seller, ratings: { count: 0 } },
  copies: 1,
  available: 1,
  createdAt,
  availability: 'available',
  can: ['chat'],
}

export const ownBook = {
  ...book,
  seller,
  listedAt: createdAt,
  chats: 0,
  can: ['edit', 'delete', 'hide', 'sell'],
}

export const order: Order = {
  _id: '019a0000-0000-7000-8000-000000abcdef',
  book: { _id: id(1), title: 'A Book', bookType: 'old', images: [] },
  buyer,
  seller,
  orderType: 'purchase',
  price: 400,
  deliveryAddress: 'Hostel 4, Room 12, Pune',
  phoneNumber: '+919876543210',
  status: 'Pending',
  createdAt,
  chat: { _id: id(4) },
  overdue: false,
  agreed: false,
  closed: false,
  history: [],
  can: ['set-status', 'confirm', 'cancel'],
}

export const chat: Chat = {
  _id: id(4),
  book: {
    ...{
      _id: id(1),
      title: 'A Book',
      images: [],
      bookType: 'old',
      condition: 'average',
      isRentable: false,
    },
    original_price: 400,
    price: 400,
    available: 1,
    availability: 'available',
  },
  buyer,
  seller,
  lastUpdated: createdAt,
  unreadMessages: 0,
  readUpTo: { buyer: 0, seller: 0 },
  can: ['send', 'order'],
  messages: [],
  hasMore: false,
}
