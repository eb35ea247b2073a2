import { expect, test } from 'vitest'
import { upiLink } from './upi.ts'

const payment = { id: 'asha.patil-1@okaxis', name: 'Ketaki Joshi', amount: 129_950 }
const nameIn = (name: string) =>
  new URL(upiLink({ ...payment, name, note: 'Dobara 31FEA8' })).searchParams.get('pn')

test('a UPI link has a plain @ and spaces that every app understands', () => {
  expect(upiLink({ ...payment, note: 'Dobara 31FEA8' })).toBe(
    'upi://pay?pa=asha.patil-1@okaxis&pn=Ketaki%20Joshi&am=1299.50&cu=INR&tn=Dobara%2031FEA8',
  )
})

test.each([
  ['Ketaki Joshi', 'Ketaki Joshi'],
  ['José D’Souza', 'Jose D Souza'],
  ['A. B. Book Stall & Sons (Pune)', 'A. B. Book Stall Sons Pune'],
  ['आशा पुस्तक भंडार & Sons (Pune) #1 📚', 'Sons Pune 1'],
  ['आशा पुस्तक भंडार', 'Dobara seller'],
  ['📚', 'Dobara seller'],
  ['Shree Ganesh Pustak Bhandar and Stationery Mart', 'Shree Ganesh Pustak Bhandar an'],
])('the payee “%s” is named “%s”', (name, payee) => {
  expect(nameIn(name)).toBe(payee)
})

test('a link stays short even if the seller’s name is long', () => {
  for (const name of ['आ'.repeat(80), 'W'.repeat(80), '&'.repeat(80)])
    expect(upiLink({ ...payment, name, note: 'Dobara 31FEA8' }).length).toBeLessThan(120)
})
