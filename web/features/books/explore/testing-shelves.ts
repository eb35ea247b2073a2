import type { ShelvesData } from './preview.ts'

export const bookOf = (title: string) => ({
  _id: '019a0000-0000-7000-8000-000000000001',
  title,
  author: 'M. Laxmikanth',
  bookType: 'old',
  branch: 'Law',
  original_price: 895,
  price: 400,
  isRentable: false,
  condition: 'average',
  images: [],
  recommendations: [],
  ratings: { average: 4.25, count: 3 },
  seller: { _id: '019a0000-0000-7000-8000-000000000002', name: 'A. Seller' },
  copies: 1,
  available: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
})

/** Returns shelves with one recommended book of each title. */
export const shelvesOf = (...titles: string[]) =>
  ({ recommended: titles.map(bookOf), bestsellers: [], branches: [] }) as unknown as ShelvesData
