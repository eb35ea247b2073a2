// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { TitleKnowledge } from '#contract/books/pricing.ts'
import { renderPage } from '#web/testing-components.tsx'
import type { EditedBook } from './book-update-draft.ts'
import { failure, prediction, predictions, stubPredictions } from './testing-predictions.ts'
import { UpdateBookDialog } from './update-book-dialog.tsx'

const book = {
  _id: '019a0000-0000-7000-8000-000000000001',
  title: 'Fluid Mechanics',
  author: 'F. White',
  bookType: 'old',
  branch: 'Civil',
  original_price: 650,
  price: 240,
  condition: 'good',
  publication_year: 2018,
  pages: 300,
  isRentable: false,
  images: [],
  recommendations: [],
  ratings: { count: 0 },
  seller: { _id: 's', name: 'Ravi Kumar' },
  copies: 1,
  available: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
} as unknown as EditedBook

stubPredictions(['Civil', 'Law'], book)

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const box = () => within(screen.getByRole('region', { name: 'Predicted price' }))

function open(more: Partial<EditedBook> = {}) {
  const user = renderPage(<UpdateBookDialog book={{ ...book, ...more }} onClose={() => {}} />)
  const retype = async (label: string | RegExp, text: string) => {
    await user.clear(field(label))
    if (text !== '') await user.type(field(label), text)
  }
  return { user, retype }
}

test('the predicted price follows the fields, and a button copies it into the asking price', async () => {
  predictions.answer = ({ publication_year }) =>
    Number(publication_year) < 2000 ? { predicted_price: 31.06, low: 20, high: 40 } : {}
  const { user, retype } = open()
  await box().findByText('Predicted price: ₹303.97')
  expect(box().getAllByText('Likely to sell fast.')).not.toEqual([])
  box().getByText('It has been read once.')
  expect(screen.queryByLabelText(/^Publication date/)).toBeNull()
  await retype('Publication year', '1998')
  await box().findByText('Predicted price: ₹31.06')
  await box().findByText('Predicted ₹31.06. Similar copies sell for ₹20–40.')
  expect(box().getAllByText('High: it may take a while to sell.')).not.toEqual([])
  expect(field('Asking price (₹)').value).toBe('240')
  await user.click(box().getByRole('button', { name: 'Use ₹31.06' }))
  expect(field('Asking price (₹)').value).toBe('31.06')
  expect(box().getAllByText('A fair price.')).not.toEqual([])
})

test('missing fields are listed, a failed prediction can be retried, and the year is required', async () => {
  predictions.answer = failure
  const { user, retype } = open()
  await box().findByText('The price could not be predicted.')
  predictions.answer = () => ({})
  await user.click(box().getByRole('button', { name: 'Retry' }))
  await box().findByText('Predicted price: ₹303.97')
  await retype(/^Pages/, '0')
  await box().findByText('Pages must be at least 1.')
  // An empty number of pages is allowed, because the prediction doesn't use it.
  await retype(/^Pages/, '')
  await box().findByText('Predicted price: ₹303.97')
  await retype('Publication year', '')
  await box().findByText('Enter the publication year to see what it should sell for.')
  await user.click(screen.getByRole('button', { name: 'Update Book' }))
  await waitFor(() => expect(field('Publication year').getAttribute('aria-invalid')).toBe('true'))
})

test('an asking price above the original price is an error until either is corrected', async () => {
  const { user, retype } = open()
  const fault = 'Your price can be at most the original price.'
  await retype('Asking price (₹)', '900')
  await screen.findByText(fault)
  await user.click(screen.getByRole('button', { name: 'Update Book' }))
  await waitFor(() => expect(screen.getAllByRole('alert')[0]?.textContent).toContain(fault))
  await retype('Original price (₹)', '1200')
  await waitFor(() => expect(screen.queryByText(fault)).toBeNull())
  expect(field('Asking price (₹)').getAttribute('aria-invalid')).not.toBe('true')
})

test('the suggested rent follows the asking price', async () => {
  const { user, retype } = open()
  await user.click(field('Rentable'))
  await screen.findByText('Try ₹4 per day: ₹120 for 30 days, at most half your price.')
  await retype('Asking price (₹)', '180')
  await screen.findByText('Try ₹3 per day: ₹90 for 30 days, at most half your price.')
})

test('the year of an old book follows its date', async () => {
  const { retype } = open({ publicationDate: '2018-05-01' })
  await retype(/^Publication date/, '2012-06-15')
  expect(field('Publication year').value).toBe('2012')
})

test('the ISBN of a new book is not looked up, because it would fill in nothing', async () => {
  const { retype } = open({ bookType: 'new' })
  expect(screen.queryByText(/fills in the rest/)).toBeNull()
  const fetched = vi.spyOn(globalThis, 'fetch')
  await retype(/^ISBN/, '9780143039655')
  // The look-up of an old book's ISBN starts after a pause in typing.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(fetched.mock.calls.map(([path]) => path)).not.toContainEqual(
    expect.stringContaining('/titles/isbn'),
  )
})

test('while a title loads or after it failed, nothing about an earlier title is shown', async () => {
  const sold: TitleKnowledge = { sold: 2, soldPrices: [240, 210], offered: 0, prices: 2 }
  const offered = { sold: 0, soldPrices: [], offered: 3, lowestOffer: 180, prices: 3 }
  predictions.answer = () => ({ predicted_price: 230, known: sold })
  const { retype } = open()
  await box().findByText(/^2 copies of this title were sold here/)
  expect(predictions.asked).toHaveLength(1)
  expect(predictions.asked[0]).toMatchObject({ title: 'Fluid Mechanics' })
  const { promise, resolve } = Promise.withResolvers<Response>()
  predictions.answer = () => promise
  await retype('Title', 'Company Law')
  await box().findByText('Working it out…')
  expect(box().queryByText(/^2 copies of this title/)).toBeNull()
  resolve(prediction({ predicted_price: 250, known: offered }))
  await box().findByText('Predicted price: ₹250.00')
  await box().findByText(/^3 other copies of this title are offered here/)
  predictions.answer = failure
  await retype('Author', 'N. D. Kapoor')
  await box().findByText('The price could not be predicted.')
  expect(box().queryByText(/of this title/)).toBeNull()
})
