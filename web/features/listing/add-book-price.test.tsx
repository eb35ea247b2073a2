// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TitleKnowledge } from '#contract/books/pricing.ts'
import { renderPage } from '#web/testing-components.tsx'
import { AddBookDialog } from './add-book-dialog.tsx'
import { failure, prediction, predictions, stubPredictions } from './testing-predictions.ts'

stubPredictions(['Law', 'Science'], { sellerType: 'student' })

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const predictedPrice = () => field('Predicted price').value
/** Finds the box with the price in the last step. */
const priceBox = () => within(screen.getByRole('region', { name: /^Your price/ }))
/** Returns the first label of the scale: the seller's own price or the predicted one. */
const marker = () => document.querySelector('figure svg text')?.textContent

/** Opens the dialog for an old book and fills in the fields that a prediction needs. */
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

test('a late prediction keeps the custom price', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  predictions.answer = () => promise
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await accept(user)
  await user.type(field('Custom price (₹)'), '222')
  resolve(prediction({}))
  await waitFor(() => expect(predictedPrice()).toBe('₹303.97'))
  expect(field('Custom price (₹)').value).toBe('222')
  screen.getByText('Similar copies sell for ₹260–331.')
})

test('Next predicts the price; if that fails, it says what to do', async () => {
  predictions.answer = failure
  const user = await openOldBook()
  await user.click(button('Next'))
  await screen.findByText('Predict the price first, or enter your own price.')
  predictions.answer = () => ({})
  await user.click(button('Predict Price'))
  await waitFor(() => expect(predictedPrice()).toBe('₹303.97'))
  await retype(user, 'Original price (₹)', '640')
  await user.click(button('Next'))
  await screen.findByText('Step 3 of 3')
  screen.getByRole('heading', { name: 'Your price: ₹303.97' })
})

test('a custom price without a prediction says so and can be retried', async () => {
  predictions.answer = failure
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await screen.findByText('❌ Failed to predict price.')
  await accept(user)
  await user.type(field('Custom price (₹)'), '100')
  await screen.findByText('The price could not be predicted.')
  predictions.answer = () => ({})
  await user.click(button('Retry'))
  await screen.findAllByText('Likely to sell fast.')
  expect(screen.queryByText('❌ Failed to predict price.')).toBeNull()
})

test('a custom price is compared while typing; an invalid one has no marker and says why', async () => {
  const user = await openOldBook()
  await accept(user)
  await user.type(field('Custom price (₹)'), '300')
  await screen.findAllByText('A fair price.')
  expect(predictedPrice()).toBe('')
  expect(marker()).toBe('Your price ₹300')
  for (const [price, words] of [
    ['651', 'Your price can be at most the original price.'],
    ['0.5', 'Custom price must be at least ₹1.'],
    ['', 'Enter your price.'],
  ] as const) {
    await retype(user, 'Custom price (₹)', price)
    await screen.findByText(words)
    expect(marker()).toBe('Predicted ₹303.97')
    expect(field('Custom price (₹)').getAttribute('aria-invalid')).toBe('true')
  }
  await retype(user, 'Custom price (₹)', '250')
  expect(screen.queryByText('Enter your price.')).toBeNull()
  await user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Your price: ₹250' })
})

test('a field changed during a prediction asks for another one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  predictions.answer = async ({ original_price }) => {
    await promise
    return prediction({ predicted_price: Number(original_price) / 2, low: 1, high: 700 })
  }
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await waitFor(() => expect(predictions.asked).toHaveLength(1))
  await retype(user, 'Original price (₹)', '700')
  resolve()
  await waitFor(() => expect(predictedPrice()).toBe('₹350.00'))
  expect(predictions.asked).toHaveLength(2)
})

const sold: TitleKnowledge = { sold: 2, soldPrices: [240, 186.69], offered: 0, prices: 2 }
const sale = { price: 240, originalPrice: 650, condition: 'good', soldIn: '2026-03' } as const

test('earlier sales of the title change the price and are listed', async () => {
  predictions.answer = ({ title }) =>
    title === undefined
      ? { predicted_price: 200.6 }
      : { predicted_price: 230, known: sold, comparables: [sale, { ...sale, price: 186.69 }] }
  const user = await openOldBook()
  await toLastStep(user)
  await screen.findByRole('heading', { name: 'Your price: ₹230' })
  priceBox().getByText('2 copies of this title were sold here, for ₹186.69 and ₹240.')
  expect(screen.getAllByText(/^Sold for/).map((one) => one.closest('li')?.textContent)).toEqual([
    'Sold for ₹240 in Mar 2026 (original price ₹650, good)',
    'Sold for ₹186.69 in Mar 2026 (original price ₹650, good)',
  ])
  await user.click(button('Back'))
  expect(predictedPrice()).toBe('₹230.00')
})

test('one request asks for all input at once; an incomplete ISBN is an error', async () => {
  const nothing = { sold: 0, soldPrices: [], offered: 0, prices: 0 }
  predictions.answer = ({ isbn }) => ({ known: isbn === undefined ? nothing : sold })
  const user = await openOldBook()
  await user.type(field(/^ISBN/), '97801430')
  await user.click(button('Predict Price'))
  await screen.findByText('An ISBN has 10 or 13 digits.')
  const fields = { condition: 'good', publication_year: 2017, original_price: 650, pages: 300 }
  const named = { ...fields, title: 'Contract', author: 'Avtar Singh' }
  expect(predictions.asked).toEqual([])
  await retype(user, /^ISBN/, '978-0-14-303965-5')
  await toLastStep(user)
  await screen.findByText(/^2 copies of this title were sold here/)
  expect(predictions.asked.at(-1)).toEqual({ ...named, isbn: '9780143039655' })
  // Now that there is a title, Predict Price sends it, too.
  await user.click(button('Back'))
  await retype(user, 'Original price (₹)', '640')
  await user.click(button('Predict Price'))
  await waitFor(() =>
    expect(predictions.asked.at(-1)).toMatchObject({ original_price: 640, title: 'Contract' }),
  )
})

test('a failed prediction in the last step can be retried; a custom price needs no prediction', async () => {
  const user = await openOldBook()
  await user.click(button('Predict Price'))
  await waitFor(() => expect(predictedPrice()).toBe('₹303.97'))
  predictions.answer = failure
  await user.click(button('Next'))
  await user.type(field('Title'), 'Contract')
  await user.type(field('Author'), 'Avtar Singh')
  await screen.findByText('The price could not be predicted.')
  predictions.answer = () => ({ predicted_price: 305 })
  await user.click(priceBox().getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: 'Your price: ₹305' })
  predictions.answer = failure
  await user.click(button('Back'))
  await accept(user)
  await user.type(field('Custom price (₹)'), '190')
  await user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Your price: ₹190' })
})
