// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { TodaysPrice } from './todays-price.tsx'

const prediction = { predicted_price: 240, low: 220, high: 260 }

test.each([
  ['today ₹240', prediction, 220],
  ['today ₹240', prediction, 260],
  // The seller chose a custom price, and no prediction was saved.
  ['today ₹240', prediction, undefined],
  ['', prediction, 240],
  ['', prediction, 237],
  ['', undefined, 240],
  // Responses of a server of another version.
  ['today ₹240', { predicted_price: 240 }, 200],
  ['', {}, 200],
])('%j', (text, given, saved) => {
  renderPage(<TodaysPrice prediction={given as typeof prediction | undefined} saved={saved} />)
  expect(document.body.textContent).toBe(text)
})
