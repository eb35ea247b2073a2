import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { listCases } from '#contract/admin/cases.ts'
import { fileComplaint, readComplaint } from '#contract/admin/complaints.ts'
import { hideWanted, listWanted, unhideWanted } from '#contract/wishlist/wanted.ts'
import { as, makeAccount } from '#server/testing.ts'
import { makeOldBook, makeWanting, newTitle } from '#server/wishlist/wants/testing-wants.ts'

async function makeWanted() {
  const title = newTitle()
  const seller = await makeAccount('seller')
  await makeOldBook(seller, title)
  const [first] = await makeWanting(1, title)
  return { title, seller, first, admin: await makeAccount('admin') }
}

const rowOf = async ({ title }: { title: string }) =>
  (await as().call(listWanted, { limit: 100 } as never)).body.find((row) => row.title === title)

test('an admin hides a wanted title with a reason and shows it again', async () => {
  const { title, admin } = await makeWanted()
  const id = (await rowOf(title))?._id ?? ''
  expect((await as(admin).call(hideWanted, { id, reason: '' })).status).toBe(400)
  expect((await as(admin).call(hideWanted, { id, reason: 'Advertising' })).status).toBe(200)
  expect(await rowOf(title)).toBeUndefined()
  // The title stays hidden, no matter how many people want it.
  await makeWanting(3, title)
  expect(await rowOf(title)).toBeUndefined()
  expect((await as(admin).call(hideWanted, { id, reason: 'Again' })).error.code).toBe(
    'wanted_not_found',
  )
  const [entry] = (await as(admin).call(listAuditLog, {})).body
  expect(entry).toMatchObject({
    what: 'hide-wanted',
    target: { kind: 'wanted', _id: id, name: title.title },
    reason: 'Advertising',
  })
  expect((await as(admin).call(unhideWanted, { id })).status).toBe(200)
  expect(await rowOf(title)).toMatchObject({ _id: id, people: 4 })
})

test('people report a wanted title, and admins see whose listing it comes from', async () => {
  const { title, seller, admin } = await makeWanted()
  const row = await rowOf(title)
  const reporter = await makeAccount('buyer')
  const report = { subject: 'wanted', subjectId: row?._id ?? '', reason: 'spam' } as const
  expect((await as(seller).call(fileComplaint, report)).error.code).toBe('self_complaint')
  const filed = await as(reporter).call(fileComplaint, report)
  expect(filed.status).toBe(201)
  expect((await as(reporter).call(fileComplaint, report)).error.code).toBe('already_reported')
  const { body: cases } = await as(admin).call(listCases, { limit: 100 } as never)
  expect(cases.find(({ _id }) => _id === filed.body._id)).toMatchObject({
    subject: 'wanted',
    about: title.title,
    reported: { _id: seller.id },
  })
  const read = async () => (await as(admin).call(readComplaint, { id: filed.body._id })).body
  expect(await read()).toMatchObject({ wanted: { _id: row?._id, state: 'shown' } })
  expect((await read()).can).toContain('hide-wanted')
  await as(admin).call(hideWanted, { id: row?._id ?? '', reason: 'Advertising' })
  expect(await read()).toMatchObject({ wanted: { state: 'hidden' } })
  expect((await read()).can).toContain('unhide-wanted')
})

test('an unknown wanted title gets a 404', async () => {
  const { first, admin } = await makeWanted()
  const nothing = { id: '01890000-0000-7000-8000-000000000000', reason: 'x' }
  expect((await as(admin).call(hideWanted, nothing)).error.code).toBe('wanted_not_found')
  const { id } = nothing
  expect((await as(admin).call(unhideWanted, { id })).error.code).toBe('wanted_not_found')
  const report = { subject: 'wanted', subjectId: nothing.id, reason: 'spam' } as const
  expect((await as(first).call(fileComplaint, report)).error.code).toBe('wanted_not_found')
})
