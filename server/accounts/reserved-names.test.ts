import { expect, test } from 'vitest'
import { updateBuyerProfile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { signUpBuyer, signUpSeller } from '#contract/accounts/auth.ts'
import { as, makeAccount, otherApp } from '#server/testing.ts'
import { rejectMarketEmails, rejectReservedNames } from './reserved-names.ts'

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
  ...[
    'दोबा\u200Dरा',
    'दोबा\u200Dरा सपोर्ट',
    'दो बारा',
    'डोबारा',
    'एडमिन',
    'सपोर्ट टीम',
    'अ\u200Ddmin',
  ],
  ...['ᴅᴏʙᴀʀᴀ ꜱᴜᴘᴘᴏʀᴛ', 'ᴀᴅᴍɪɴ', 'Đobara', 'Døbara', 'Ɗobara', 'Đobara Official Store', 'Dobaara'],
  ...['ꓓꓳꓐꓮꓣꓮ', 'ꭰobara', 'ᗪOᗷᗩᖇᗩ', 'ᗩᗪᗰIᑎ', 'Дobara'],
  ...['🅳🅾🅱🅰🆁🅰', '🅰🅳🅼🅸🅽', '🇩🇴🇧🇦🇷🇦', 'Admin!', 'Admin 🇮🇳'],
  ...['Admln', 'Adm|n', 'Adm¡n', 'Adrnin', 'Administrators', 'Moderators', 'Admin Office'],
  ...['Customer Support India', 'Support 24x7', 'Official Account', 'Payment Team'],
  ...['Refund Department', 'Unknown Buyer', 'Unknown'],
])('%o looks like Dobara itself and is rejected for people and shops', (name) => {
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
  ...['आशा Patil', 'Dr.शर्मा', 'R.K. पुस्तक भंडार', 'पुस्तक 24x7', 'दुबे', 'दबीर ख़ान', 'अडवाणी'],
  ...['Adminath', 'Mood Ravi', 'India', 'D’Souza', "D'Souza", 'Məhəmməd', 'Đorđe', 'Łukasz'],
  ...['ශ්\u200Dරී ලංකා', 'അവന്\u200D', 'నర్సింహ', 'நமச்சிவாயம்', 'محمد علی', 'ᱥᱟᱱᱛᱟᱲᱤ', '王小明'],
  ...['Verma Books 🇮🇳', 'Books & More!', 'Unknown Pages', 'X', '1st Edition', 'Om ॐ'],
  ...['Fernando Barapatre', 'इंदु बारापात्रे'],
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

const market = {
  publicUrl: 'https://www.dobara.example',
  mail: { url: 'smtp://localhost', from: 'Dobara <books@college.example>' },
  grievance: { email: 'meena@lawyers.example' },
}

test.each([
  ...['support@dobara.example', 'Asha@DOBARA.example', 'asha@mail.dobara.example'],
  ...['books@college.example', 'support@college.example', 'admin@college.example'],
  'Meena@lawyers.example',
])('%s could be the market’s own email and is rejected', (email) => {
  expect(() => rejectMarketEmails(email, market)).toThrow('This email is reserved.')
})

test.each([
  ...['asha@college.example', 'support@lawyers.example', 'support@example.com'],
  ...['asha@notdobara.example', 'dobara.example@example.com'],
])('%s is allowed', (email) => {
  expect(() => rejectMarketEmails(email, market)).not.toThrow()
})

test('nobody can sign up with an email of the market', async () => {
  const { app } = await otherApp({ config: market })
  const person = { name: 'Asha', email: 'support@dobara.example', password: 'monsoon-library-42' }
  const refused = { email: 'This email is reserved. Use your own email.' }
  const buyer = await as().call(signUpBuyer, { ...person, address: 'Pune' }, { app })
  expect([buyer.status, buyer.error.fields]).toEqual([400, refused])
  const seller = await as().call(signUpSeller, { ...person, sellerType: 'student' }, { app })
  expect(seller.error.fields).toEqual(refused)
})
