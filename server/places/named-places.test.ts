import { expect, test } from 'vitest'
import { findNamedPlaces } from '#contract/places.ts'
import { as } from '#server/testing.ts'
import { findNamedPlaces as find } from './named-places.ts'

const pune = { name: 'Pune', city: 'Pune, Maharashtra' }
const mumbai = { name: 'Mumbai', city: 'Mumbai, Maharashtra' }

test.each([
  ['physics pune', [{ ...pune, search: 'physics' }]],
  ['Pune', [{ ...pune, search: '' }]],
  ['used books in PUNE', [{ ...pune, search: '' }]],
  ['physics in pune class 12', [{ ...pune, search: 'physics class 12' }]],
  ['NCERT, near Pune, Maharashtra', [{ ...pune, search: 'NCERT' }]],
  ['Murder in Mumbai', [{ ...mumbai, search: 'Murder' }]],
  ['bombay', [{ ...mumbai, search: '' }]],
  ['किताब पुणे', [{ ...pune, search: 'किताब' }]],
  ['guide new delhi', [{ name: 'Delhi', city: 'Delhi, Delhi', search: 'guide' }]],
  ['verma 411038', [{ name: '411038', near: '411038', search: 'verma' }]],
  ['verma near 411 038', [{ name: '411038', near: '411038', search: 'verma' }]],
  // This PIN code has only one office, whose position isn't known.
  ['verma 682555', [{ name: 'Lakshadweep', city: 'Lakshadweep, Lakshadweep', search: 'verma' }]],
  [
    'law bilaspur',
    [
      { name: 'Bilaspur, Himachal Pradesh', city: 'Bilaspur, Himachal Pradesh', search: 'law' },
      { name: 'Bilaspur, Chhattisgarh', city: 'Bilaspur, Chhattisgarh', search: 'law' },
    ],
  ],
  [
    'law bilaspur chhattisgarh',
    [{ name: 'Bilaspur', city: 'Bilaspur, Chhattisgarh', search: 'law' }],
  ],
  ['maths jammu', [{ name: 'Jammu', city: 'Jammu, Jammu and Kashmir', search: 'maths' }]],
  ['the history of korea', []],
  ['novels in anand', [{ name: 'Anand', city: 'Anand, Gujarat', search: 'novels' }]],
  ['mulk raj anand', []],
  ['crime and punishment', []],
  ['verma 100000', []],
  ['978-0-306-40615-7', []],
  ['9780306406157', []],
  ['', []],
])('%s', (question, places) => {
  expect(find(question)).toEqual(places)
})

test('a search with a place returns the filter for it', async () => {
  const { body } = await as().call(findNamedPlaces, { search: 'physics pune' })
  expect(body).toEqual({ places: [{ ...pune, search: 'physics' }] })
  expect((await as().call(findNamedPlaces, {})).body).toEqual({ places: [] })
})
