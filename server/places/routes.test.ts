import { expect, test } from 'vitest'
import { findCity, placeKey, readDistances, readPlace } from '#contract/places.ts'
import { as, testApp } from '#server/testing.ts'
import { cityKey, findPlace, pinCodeIn, placeColumns, readTable, viewPlace } from './places.ts'

test('a PIN code has an area, a city and a state, and its point isn’t revealed', async () => {
  const { body } = await as().call(readPlace, { pinCode: '411 038' })
  expect(body).toEqual({
    pinCode: '411038',
    area: 'Kothrud',
    city: 'Pune',
    state: 'Maharashtra',
    hasPoint: true,
  })
  // The PIN code is known, but the position of its only office isn't.
  expect((await as().call(readPlace, { pinCode: '682555' })).body.hasPoint).toBe(false)
})

test('an unknown PIN code isn’t found, and other text is rejected', async () => {
  const unknown = await as().call(readPlace, { pinCode: '100000' })
  expect([unknown.status, unknown.error.code]).toEqual([404, 'place_unknown'])
  const malformed = await as().call(readPlace, { pinCode: '41103' })
  expect([malformed.status, malformed.error.fields?.pinCode]).toEqual([
    400,
    'A PIN code has 6 digits.',
  ])
})

test('a response about a PIN code is cached', async () => {
  const { app } = await testApp()
  const ask = (headers = {}) => app.inject({ method: 'GET', url: '/api/places/560034', headers })
  const { etag } = (await ask()).headers
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
})

const kothrud = 'Kothrud, Pune, Maharashtra'
const deccan = 'Deccan Gymkhana, Pune, Maharashtra'
const fort = 'Fort, Mumbai, Maharashtra'

test('distances to named places are in whole kilometres', async () => {
  const to = [deccan, kothrud, fort, 'Kavaratti, Lakshadweep, Lakshadweep', 'Nowhere'].join('|')
  const { body } = await as().call(readDistances, { from: '411038', to })
  expect(body.distances).toMatchObject({ [kothrud]: 0 })
  expect(body.distances[deccan]).toBeGreaterThanOrEqual(2)
  expect(body.distances[deccan]).toBeLessThanOrEqual(5)
  expect(Math.abs((body.distances[fort] ?? 0) - 115)).toBeLessThanOrEqual(10)
  // Places without a point, and names that aren't places, have no distance.
  expect(Object.keys(body.distances)).toEqual([deccan, kothrud, fort])
  const near = await as().call(readDistances, { from: '18.51,73.81', to: kothrud })
  expect(near.body.distances[kothrud]).toBeLessThanOrEqual(2)
})

test.each([
  ['18.5104,73.8067', kothrud],
  ['Pune', kothrud],
  ['99,73', kothrud],
  ['18.51,181', kothrud],
  ['411038', 'x'.repeat(6001)],
  ['411038', '|'],
])('distances from %s to %s are rejected', async (from, to) => {
  expect((await as().call(readDistances, { from, to })).status).toBe(400)
})

test('if nobody lives there, only the city is shown, and no distance reveals the office', () => {
  // These are a research center, a governor's house, an airport, a police camp, and the President's
  // house.
  for (const pinCode of ['400085', '500041', '560300', '134104', '110004']) {
    const place = viewPlace(pinCode)
    expect(place?.area).toBe(place?.city)
    expect(placeColumns(pinCode).location).toBeNull()
  }
  // Thousands of people live on this campus, so its area is shown.
  expect(viewPlace('600036')?.area).toBe('Indian Institute Of Technology')
})

test('PIN codes with the same place name have the same distance', () => {
  expect(viewPlace('110006')).toEqual({ area: 'Delhi', city: 'Delhi', state: 'Delhi' })
  const shared = readTable()
  const byName = Map.groupBy(shared.values(), placeKey)
  for (const namesakes of byName.values()) {
    const points = namesakes.flatMap(({ point }) => point ?? [])
    expect(new Set(points.map(({ x, y }) => `${x},${y}`)).size).toBeLessThanOrEqual(1)
  }
})

test.each([
  ['673310', 'Mahe', 'Mahe', 'Puducherry'],
  ['533464', 'Yanam', 'Yanam', 'Puducherry'],
  ['609602', 'Karaikal', 'Karaikal', 'Puducherry'],
  ['607402', 'Bahoor', 'Puducherry', 'Puducherry'],
  ['605014', 'Pondicherry University', 'Puducherry', 'Puducherry'],
  ['605012', 'Puducherry', 'Puducherry', 'Puducherry'],
  ['362520', 'Diu', 'Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['396235', 'Naroli', 'Dadra and Nagar Haveli', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['160101', 'Chandigarh', 'Chandigarh', 'Chandigarh'],
  ['134109', 'Panchkula Sector 8', 'Panchkula', 'Haryana'],
  ['673311', 'New Mahe', 'Kannur', 'Kerala'],
  ['900056', 'Army Post Office', 'Army Post Office', 'Army Postal Service'],
])('%s is in %s, %s, %s', (pinCode, area, city, state) => {
  expect(viewPlace(pinCode)).toEqual({ area, city, state })
})

test('an army PIN code is known, but its distance isn’t', async () => {
  const { body } = await as().call(readPlace, { pinCode: '900056' })
  expect(body).toMatchObject({ area: 'Army Post Office', hasPoint: false })
  expect(placeColumns('900056')).toMatchObject({ pin_code: '900056', location: null })
  expect(pinCodeIn('Sep Ravi Kumar, 12 Field Regiment, c/o 56 APO 900056')).toBe('900056')
  expect(pinCodeIn('Ravi, Kothrud, Pune 411038, call 987-654 3210')).toBe('411038')
})

test.each([
  ['411038', 'Pune, Maharashtra'],
  ['18.51,73.81', 'Pune, Maharashtra'],
  ['12.97,77.59', 'Bengaluru, Karnataka'],
  // These positions are in the sea, and in London.
  ['15.5,70', undefined],
  ['51.51,-0.13', undefined],
  ['100000', undefined],
])('the city at %s is %s', async (of, city) => {
  expect((await as().call(findCity, { of })).body).toEqual(city === undefined ? {} : { city })
})

test('for a PIN code of a large rural area, only the city is shown if it is a town', () => {
  expect(viewPlace('250001')).toMatchObject({ area: 'Meerut', city: 'Meerut' })
  expect(viewPlace('370001')).toMatchObject({ area: 'Bhuj', city: 'Kutch' })
  for (const pinCode of ['250001', '370001']) expect(findPlace(pinCode)?.point).toBeUndefined()
})

test('an unknown place has no distances', async () => {
  const { body } = await as().call(readDistances, { from: '682555', to: kothrud })
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

test('cities with the same name in two states are different', () => {
  const [inChhattisgarh, inHimachal] = ['495001', '174001'].map((code) => findPlace(code))
  expect([inChhattisgarh?.city, inHimachal?.city]).toEqual(['Bilaspur', 'Bilaspur'])
  expect(placeColumns('495001').city).toBe(inChhattisgarh && cityKey(inChhattisgarh))
  expect(placeColumns('495001').city).not.toBe(placeColumns('174001').city)
})
