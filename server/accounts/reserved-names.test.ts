import { expect, test } from 'vitest'
import { updateBuyerProfile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { signUpBuyer, signUpSeller } from '#contract/accounts/auth.ts'
import { as, makeAccount } from '#server/testing.ts'
import { rejectReservedNames } from './reserved-names.ts'

test.each([
  'Dobara',
  'DOBARA',
  'Dobara Support',
  'Official Dobara Team',
  'D o b a r a',
  'Do\u200Bba\u2060ra',
  'D\u043Eb\u0430r\u0430',
  'D0bara',
  'Dóbárá',
  'Ｄｏｂａｒａ',
  '𝐃𝐨𝐛𝐚𝐫𝐚',
  'दोबारा',
  'Admin',
  'ADMIN',
  'a.d.m.i.n',
  '\u0410dmin',
  'Аdmіn 1',
  'Administrator',
  'Customer Support',
  'Customer Care',
  'Help Desk',
  'Support Team',
])('%o looks like Dobara itself and is refused for people and shops', (name) => {
  expect(() => rejectReservedNames({ name })).toThrow()
  expect(() => rejectReservedNames({ shopName: name })).toThrow()
  expect(() => rejectReservedNames({ name }, { name })).not.toThrow()
})

test.each([
  'Asha Patil',
  'आशा पाटिल',
  'Barad Dobariya',
  'Modi',
  'Teams Bookshop',
  'Badminton Books',
  'Admina Khan',
  'Helpful Books',
  'Supportive Stationers',
  'Careena D’Souza',
  'Анна',
])('%s is allowed', (name) => {
  expect(() => rejectReservedNames({ name, shopName: name })).not.toThrow()
})

test('nobody can take a reserved name, but people who have one keep it', async () => {
  const person = { email: `${crypto.randomUUID()}@example.com`, password: 'monsoon-library-42' }
  const buyer = await as().call(signUpBuyer, { ...person, name: 'Dobara Support', address: 'Pune' })
  expect([buyer.status, buyer.error.fields]).toEqual([
    400,
    { name: 'This name is reserved. Use your own name.' },
  ])
  const shop = { name: 'Ravi', sellerType: 'shop owner', shopName: 'Admin', shopAddress: 'Pune' }
  const seller = await as().call(signUpSeller, { ...person, ...shop } as never)
  expect(seller.error.fields).toEqual({
    shopName: 'This name is reserved. Use your shop’s own name.',
  })
  const renamed = await as(await makeAccount('buyer')).call(updateBuyerProfile, { name: 'Admin' })
  expect(renamed.error.fields).toEqual({ name: 'This name is reserved. Use your own name.' })
  const old = await makeAccount('seller', { name: 'Admin', shop: true })
  const update = { name: 'Admin', shopName: 'Verma Books' }
  expect((await as(old).call(updateSellerProfile, update)).status).toBe(200)
})
