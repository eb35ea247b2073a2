import type { Order } from '#contract/orders/orders.ts'

/** A pending order that both sides have agreed to, as the server returns it. */
export const sampleOrder: Order = {
  _id: 'a1b2c3',
  book: { _id: 'book', title: 'Dynamics', bookType: 'old', images: [] },
  buyer: { _id: 'buyer', name: 'Asha' },
  seller: { _id: 'seller', name: 'Ravi' },
  orderType: 'purchase',
  price: 400,
  deliveryAddress: 'Hostel 4, Room 12, Pune',
  phoneNumber: '+919876543210',
  status: 'Pending',
  createdAt: '2026-11-20T10:00:00.000Z',
  chat: { _id: 'chat' },
  overdue: false,
  agreed: true,
  closed: false,
  history: [],
  can: [],
}
