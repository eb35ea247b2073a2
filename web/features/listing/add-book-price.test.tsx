// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PricePrediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { AddBookDialog } from './add-book-dialog.tsx'

type Question = Record<string, unknown>
let answer: (question: Question) => Partial<PricePrediction> | Promise<Response> | Response
let asked: Question[]

const failure = () =>
  Response.json({ code: 'internal', message: 'Something went wrong' }, { status: 500 })
const prediction = (more: Partial<PricePrediction>) =>
  Response.json({
    ...{ predicted_price: 303.97, low: 260, high: 331, reasons: ['It has been read once.'] },
    ...{ comparables: [], ...more },
  })

beforeEach(() => {
  answer = () => ({})
  asked = []
  saveSession({ token: 't', userId: 'ravi', role: 'seller', name: 'Ravi', message: '' } as never)
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('/books/branches'))
      return Response.json({ branches: ['Law', 'Science'], used: [] })
    if (!path.endsWith('/predict-price')) return Response.json({ sellerType: 'student' })
    const question = JSON.parse(String(init?.body)) as Question
    asked.push(question)
    const answered = await answer(question)
    return answered instanceof Response ? answered : prediction(answered)
  })
})
afterEach(() => {
  // A dialog that is still open would read more, without the stub.
  cleanup()
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const predictedPrice = () => field('Predicted price').value
/** The price of the last step. */
const priceBox = () => within(screen.getByRole('region', { name: /^Your price/ }))
const announced = (text: string) =>
  screen.getAllByRole('status').some(({ textContent }) => textContent === text)
/** The first label of the scale: the seller's own price, or the predicted one. */
const marker = () => document.querySelector('figure svg text')?.textContent

/** Opens the dialog for an old book and fills in what a prediction needs. */
async function openOldBook() {
  const user = renderPage(<AddBookDialog onClose={() => {}} />)
  await user.click(button(/Old Book/))
  await user.type(field('Publication year'), '2017')
  await user.type(field(/^Pages/), '300')
  await user.type(field('Original price (₹)'), '650')
  const files = ['a.jpg', 'b.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }))
  await user.upload(field('Images (2-5)'), files)
  return user
}
type User = Awaited<ReturnType<typeof openOldBook>>

async function toLastStep(user: User) {
  await user.click(button('Predict Price'))
  await waitFor(() => expect(predictedPrice()).toMatch(/^₹/))
  await user.click(button('Next'))
  await user.type(field('Title'), 'Contract')
  await user.type(field('Author'), 'Avtar Singh')
}
const accept = (user: User) =>
  user.click(screen.getByRole('checkbox', { name: 'Accept Predicted Price' }))
async function retype(user: User, label: string | RegExp, text: string) {
  await user.clear(field(label))
  if (text !== '') await user.type(field(label), text)
  await user.tab()
}

test('a late prediction keeps the custom price and clears the error', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await user.click(button('Next'))
  expect(screen.getByRole('alert').textContent).toBe(
    'Predict the price first, or enter your own price.',
  )
  await accept(user)
  await user.type(field('Custom price (₹)'), '222')
  resolve(prediction({}))
  await waitFor(() => expect(predictedPrice()).toBe('₹303.97'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field('Custom price (₹)').value).toBe('222')
  screen.getByText('Expected between ₹260 and ₹331; predicted ₹303.97.')
})

test('a custom price without a prediction says so and can be retried', async () => {
  answer = failure
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await screen.findByText('❌ Failed to predict price.')
  await accept(user)
  await user.type(field('Custom price (₹)'), '100')
  await screen.findByText('The price could not be predicted.')
  answer = () => ({})
  await user.click(button('Retry'))
  await screen.findAllByText('Likely to sell fast.')
  expect(screen.queryByText('❌ Failed to predict price.')).toBeNull()
})

test('a range may be one price; naming the title can sharpen it', async () => {
  answer = () => ({ predicted_price: 10, low: 10, high: 10 })
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await screen.findByText('Expected at about ₹10.')
  screen.getByText('Naming the title in the next step can sharpen this price.')
  await waitFor(() => expect(announced('Predicted ₹10, expected at about ₹10.')).toBe(true))
})

test('a custom price is compared while typing; an invalid one has no marker and says why', async () => {
  const user = await openOldBook()
  await accept(user)
  await user.type(field('Custom price (₹)'), '300')
  await screen.findAllByText('A fair price.')
  expect(predictedPrice()).toBe('')
  expect(marker()).toBe('your price ₹300')
  for (const [price, words] of [
    ['651', 'Your price can be at most the original price.'],
    ['0.5', 'Custom price must be at least ₹1.'],
    ['', 'Enter your price.'],
  ] as const) {
    await retype(user, 'Custom price (₹)', price)
    await screen.findByText(words)
    expect(marker()).toBe('predicted ₹303.97')
    expect(field('Custom price (₹)').getAttribute('aria-invalid')).toBe('true')
  }
  await retype(user, 'Custom price (₹)', '250')
  expect(screen.queryByText('Enter your price.')).toBeNull()
  await user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Your price: ₹250' })
})

test('a field changed during a prediction asks for another one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = async ({ original_price }) => {
    await promise
    return prediction({ predicted_price: Number(original_price) / 2, low: 1, high: 700 })
  }
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await waitFor(() => expect(asked).toHaveLength(1))
  await retype(user, 'Original price (₹)', '700')
  resolve()
  await waitFor(() => expect(predictedPrice()).toBe('₹350.00'))
  expect(asked).toHaveLength(2)
})

const sold: TitleKnowledge = { sold: 2, soldPrices: [240, 186.69], offered: 0, prices: 2 }
const sale = { price: 240, originalPrice: 650, condition: 'good', soldIn: '2026-03' } as const

test('what others got for the title changes the price, and is said, one by one too', async () => {
  answer = ({ title }) =>
    title === undefined
      ? { predicted_price: 200.6 }
      : { predicted_price: 230, known: sold, comparables: [sale, { ...sale, price: 186.69 }] }
  const user = await openOldBook()
  await toLastStep(user)
  await screen.findByRole('heading', { name: 'Your price: ₹230' })
  const effect = '₹200.60 before the title was known; ₹230 for this title.'
  await priceBox().findAllByText(effect)
  priceBox().getByText('2 copies of this title were sold here, for ₹186.69 and ₹240.')
  expect(screen.getAllByText(/^Sold for/).map((one) => one.closest('li')?.textContent)).toEqual([
    'Sold for ₹240 in Mar 2026 (printed ₹650, good)',
    'Sold for ₹186.69 in Mar 2026 (printed ₹650, good)',
  ])
  await user.click(button('Back'))
  expect(predictedPrice()).toBe('₹230.00')
  screen.getByText(effect)
})

test('one question for all that was typed; half an ISBN is left out', async () => {
  const nothing = { sold: 0, soldPrices: [], offered: 0, prices: 0 }
  answer = ({ isbn }) => ({ known: isbn === undefined ? nothing : sold })
  const user = await openOldBook()
  await toLastStep(user)
  await user.type(field(/^ISBN/), '97801430')
  await user.selectOptions(field('Branch'), 'Law')
  await screen.findByText('We found no copies of this edition to compare with.')
  const fields = { condition: 'good', publication_year: 2017, original_price: 650, pages: 300 }
  const named = { ...fields, title: 'Contract', author: 'Avtar Singh' }
  expect(asked[0]).toEqual(fields)
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...named, branch: 'Law' }))
  expect(asked.filter(({ isbn }) => isbn !== undefined)).toEqual([])
  await retype(user, /^ISBN/, '978-0-14-303965-5')
  await screen.findByText(/^2 copies of this title were sold here/)
  expect(asked.at(-1)).toEqual({ ...named, branch: 'Law', isbn: '9780143039655' })
  // Predict Price asks for the title too, once it is named.
  await user.click(button('Back'))
  await retype(user, 'Original price (₹)', '640')
  await user.click(button('Predict Price'))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ original_price: 640, title: 'Contract' }),
  )
})

test('a price that failed in the last step can be retried; a custom price needs none', async () => {
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await waitFor(() => expect(predictedPrice()).toBe('₹303.97'))
  answer = failure
  await user.click(button('Next'))
  await user.type(field('Title'), 'Contract')
  await screen.findByText('The price could not be predicted.')
  answer = () => ({ predicted_price: 305 })
  await user.click(priceBox().getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: 'Your price: ₹305' })
  answer = failure
  await user.click(button('Back'))
  await accept(user)
  await user.type(field('Custom price (₹)'), '190')
  await user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Your price: ₹190' })
})
