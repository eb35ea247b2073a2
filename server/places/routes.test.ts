import { expect, test } from 'vitest'
import { findCity, readDistances, readPlace } from '#contract/places.ts'
import { as, testApp } from '#server/testing.ts'
import { cityKey, findPlace, pinCodeIn, placeColumns, viewPlace } from './places.ts'

test('a PIN code has an area, a city and a state, and no point is told', async () => {
  const { body } = await as().call(readPlace, { pinCode: '411 038' })
  expect(body).toEqual({
    pinCode: '411038',
    area: 'Kothrud',
    city: 'Pune',
    state: 'Maharashtra',
    hasPoint: true,
  })
  // Known, but nobody has measured its only office.
  expect((await as().call(readPlace, { pinCode: '682555' })).body.hasPoint).toBe(false)
})

test('an unknown PIN code isn’t found, and another text isn’t one', async () => {
  const unknown = await as().call(readPlace, { pinCode: '999999' })
  expect([unknown.status, unknown.error.code]).toEqual([404, 'place_unknown'])
  const malformed = await as().call(readPlace, { pinCode: '41103' })
  expect([malformed.status, malformed.error.fields?.pinCode]).toEqual([
    400,
    'A PIN code has 6 digits.',
  ])
})

test('an answer about a PIN code is cached', async () => {
  const { app } = await testApp()
  const ask = (headers = {}) => app.inject({ method: 'GET', url: '/api/places/560034', headers })
  const { etag } = (await ask()).headers
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
})

test('distances are whole kilometres from a PIN code or a rough position', async () => {
  const to = '411004,411038,400001,682555,999999'
  const { body } = await as().call(readDistances, { from: '411038', to })
  expect(body.distances).toMatchObject({ '411038': 0 })
  expect(body.distances['411004']).toBeGreaterThanOrEqual(2)
  expect(body.distances['411004']).toBeLessThanOrEqual(5)
  expect(Math.abs((body.distances['400001'] ?? 0) - 115)).toBeLessThanOrEqual(10)
  // Without a point, or without a place, there is no distance.
  expect(Object.keys(body.distances).sort()).toEqual(['400001', '411004', '411038'])
  const near = await as().call(readDistances, { from: '18.51,73.81', to: '411038,411004' })
  expect(near.body.distances['411038']).toBeLessThanOrEqual(2)
})

test.each([
  ['18.5104,73.8067', '411038'],
  ['Pune', '411038'],
  ['99,73', '411038'],
  ['18.51,181', '411038'],
  ['411038', Array.from({ length: 101 }, () => '411004').join()],
  ['411038', 'Pune'],
])('distances from %s to %s are refused', async (from, to) => {
  expect((await as().call(readDistances, { from, to })).status).toBe(400)
})

test.each([
  ['411038', 'Pune, Maharashtra'],
  ['18.51,73.81', 'Pune, Maharashtra'],
  ['12.97,77.59', 'Bengaluru, Karnataka'],
  // In the sea, and in London.
  ['15.5,70', undefined],
  ['51.51,-0.13', undefined],
  ['999999', undefined],
])('at %s is the city %s', async (of, city) => {
  expect((await as().call(findCity, { of })).body).toEqual(city === undefined ? {} : { city })
})

test('of a PIN code that reaches far into the country only the city is named, if it is a town', () => {
  expect(viewPlace('250001')).toMatchObject({ area: 'Meerut', city: 'Meerut' })
  expect(viewPlace('370001')).toMatchObject({ area: 'Bhuj', city: 'Kutch' })
  for (const pinCode of ['250001', '370001']) expect(findPlace(pinCode)?.point).toBeUndefined()
})

test('from an unknown place nothing is far', async () => {
  const { body } = await as().call(readDistances, { from: '682555', to: '411038' })
  expect(body.distances).toEqual({})
})

test.each([
  ['14 Appa Balwant Chowk, Pune 411002', '411002'],
  ['Kothrud, Pune 411 038, call 9876543210', '411038'],
  ['Flat 411038, Pune - 411-004', '411004'],
  ['12 Lake Road, Pune', undefined],
  ['call +919876543210 or 9876541103', undefined],
  ['code 999999', undefined],
])('the PIN code in %j is %s', (address, pinCode) => {
  expect(pinCodeIn(address)).toBe(pinCode)
})

test('cities of the same name in two states are two', () => {
  const [inChhattisgarh, inHimachal] = ['495001', '174001'].map((code) => findPlace(code))
  expect([inChhattisgarh?.city, inHimachal?.city]).toEqual(['Bilaspur', 'Bilaspur'])
  expect(placeColumns('495001').city).toBe(inChhattisgarh && cityKey(inChhattisgarh))
  expect(placeColumns('495001').city).not.toBe(placeColumns('174001').city)
})
