import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { pinCodeIn, placeColumns } from '#server/places/places.ts'
import type { AccountsTable } from '#server/platform/database/tables.ts'
import { seeded } from './random.ts'

type Login = { role: Role; email: string; password: string }

/** Their passwords are public. */
export const knownLogins: readonly Login[] = [
  { role: 'buyer', email: 'buyer@dobara.example', password: 'monsoon-reader-24' },
  { role: 'seller', email: 'seller@dobara.example', password: 'monsoon-seller-24' },
  { role: 'admin', email: 'admin@dobara.example', password: 'monsoon-keeper-24' },
]

/** In production there is no admin among them, and the passwords are new. */
export const loginsOf = ({
  withAdmin,
  production,
}: {
  withAdmin: boolean
  production: boolean
}): Login[] =>
  knownLogins
    .filter(({ role }) => role !== 'admin' || (withAdmin && !production))
    .map((login) =>
      production ? { ...login, password: randomBytes(12).toString('base64url') } : login,
    )

export type Seller = {
  id: string
  name: string
  isShop: boolean
  city: string
  spot: string
  joined: Date
}
export type Buyer = { id: string; name: string; address: string; phone: string; joined: Date }

/** The first is the demo seller; those with a shop are shop owners. */
const sellers: readonly (readonly [
  name: string,
  city: string,
  spot: string,
  /** Of a student, the PIN code; a shop's is in its address. */
  shopOrPinCode: string,
  address?: string,
])[] = [
  [
    'Ketaki Joshi',
    'Pune',
    'the shop at Appa Balwant Chowk',
    'Vachan Katta Books',
    '14 Appa Balwant Chowk, Budhwar Peth, Pune 411002',
  ],
  [
    'Debashis Sarkar',
    'Kolkata',
    'my stall opposite Presidency',
    'Boi Ghar Old Books',
    '12 Bankim Chatterjee Street, College Street, Kolkata 700073',
  ],
  [
    'Imtiaz Siddiqui',
    'New Delhi',
    'the Daryaganj shop',
    'Darya Kitab Ghar',
    '31 Netaji Subhash Marg, Daryaganj, New Delhi 110002',
  ],
  [
    'Venkat Reddy',
    'Hyderabad',
    'the Abids shop',
    'Abids Second Chapter',
    '5-9-22 Abids Road, Hyderabad 500001',
  ],
  [
    'Kamala Sundaram',
    'Chennai',
    'the shop in Moore Market',
    'Puthaga Pettagam',
    '47 Moore Market, Park Town, Chennai 600003',
  ],
  [
    'Nagaraj Gowda',
    'Bengaluru',
    'the Avenue Road shop',
    'Pustaka Santhe',
    '118 Avenue Road, Chickpet, Bengaluru 560002',
  ],
  ['Ananya Iyer', 'Chennai', 'the Guindy campus gate', '600025'],
  ['Rohit Bhosale', 'Mumbai', 'Dadar station, platform 1', '400014'],
  ['Lalrinpuii Sailo', 'Aizawl', 'the college canteen', '796001'],
  ['Harpreet Kaur', 'Ludhiana', 'the university library', '141004'],
  ['Mohammed Faizan', 'Aligarh', 'the hostel reading room', '202002'],
  ['Sneha Nair', 'Kochi', 'Marine Drive, near the jetty', '682011'],
  ['Bikash Mahato', 'Ranchi', 'Firayalal Chowk', '834001'],
  ['Pritam Das', 'Guwahati', 'Paltan Bazaar bus stand', '781001'],
]

/** The first is the demo buyer. */
const buyers: readonly (readonly [name: string, address: string])[] = [
  ['Aarav Mehta', '8 Prabhat Road, Lane 4, Erandwane, Pune 411004'],
  ['Ishita Banerjee', '23B Southern Avenue, Kolkata 700029'],
  ['Arjun Pillai', '14 Kowdiar Avenue, Thiruvananthapuram 695003'],
  ['Zoya Khan', '52 Zakir Nagar, Okhla, New Delhi 110025'],
  ['Manpreet Singh', '118 Model Town, Jalandhar 144003'],
  ['Divya Reddy', '6-3-249 Banjara Hills Road 1, Hyderabad 500034'],
  ['Karthik Subramanian', '9 Third Main Road, Kasturba Nagar, Chennai 600020'],
  ['Tenzin Dolma', '3 Development Area, Gangtok 737101'],
  ['Priyanka Deshmukh', '41 Ramdaspeth, Nagpur 440010'],
  ['Abhishek Mishra', '17 Lanka, Varanasi 221005'],
  ['Fathima Rasheed', '28 Mavoor Road, Kozhikode 673004'],
  ['Rahul Choudhary', '205 Talwandi, Kota 324005'],
  ['Nandini Hegde', '77 Saraswathipuram, Mysuru 570009'],
  ['Joseph Lyngdoh', '12 Laitumkhrah, Shillong 793003'],
  ['Sanjana Patel', '36 Navrangpura, Ahmedabad 380009'],
  ['Vikram Rathore', '5 Civil Lines, Jodhpur 342006'],
  ['Meera Krishnan', '60 RS Puram, Coimbatore 641002'],
  ['Soumya Ranjan Sahoo', '19 Saheed Nagar, Bhubaneswar 751007'],
  ['Aditi Kulkarni', '24 Tilak Road, Nashik 422001'],
  ['Irfan Sheikh', '7 Rajbagh, Srinagar 190008'],
  ['Pooja Yadav', '88 Gomti Nagar, Lucknow 226010'],
  ['Ritwik Sen', '4 Hazra Road, Kolkata 700026'],
  ['Anjali Toppo', '33 Circular Road, Ranchi 834001'],
  ['Gaurav Bisht', '15 Rajpur Road, Dehradun 248001'],
]

const dayMs = 86_400_000
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@dobara.example`

export const sellerEmails: readonly string[] = sellers.slice(1).map(([name]) => emailOf(name))

type Row = Insertable<AccountsTable>
export type Hash = (password: string) => Promise<string>

/**
 * The people, and the rows to insert. The first buyer and seller get `logins`, and an admin is made
 * if there is a login for one; all others share the hash of a password that nobody keeps.
 */
export async function makeAccounts(
  now: Date,
  hash: Hash,
  logins: Login[],
): Promise<{ rows: Row[]; sellers: Seller[]; buyers: Buyer[] }> {
  const random = seeded('people')
  const unusableHash = await hash(randomBytes(24).toString('hex'))
  const joinedDaysAgo = (minDays: number, maxDays: number) =>
    new Date(now.getTime() - random.integer(minDays * 24, maxDays * 24) * 3_600_000)
  const phone = (at: number) => `+9160000${String(10_000 + at * 137).padStart(5, '0')}`
  const rows: Row[] = []
  const addRow = (role: Row['role'], name: string, created_at: Date, extra: Partial<Row>) => {
    const id = random.id(created_at)
    rows.push({
      id,
      person_id: random.id(created_at),
      role,
      name,
      email: emailOf(name),
      password_hash: unusableHash,
      created_at,
      is_demo: true,
      ...extra,
    })
    return id
  }

  const sellersWithIds = sellers.map(([name, city, spot, shopOrPinCode, shop_address]): Seller => {
    const joined = joinedDaysAgo(425, 440)
    const isShop = shop_address !== undefined
    const pinCode = isShop ? (pinCodeIn(shop_address) ?? null) : shopOrPinCode
    const kind: Partial<Row> = isShop
      ? {
          seller_type: 'shop owner',
          shop_name: shopOrPinCode,
          shop_address,
          address: shop_address,
        }
      : { seller_type: 'student' }
    return {
      id: addRow('seller', name, joined, {
        phone: phone(rows.length),
        ...kind,
        ...placeColumns(pinCode),
        hand_overs: isShop || rows.length % 3 === 0 ? ['meet', 'post'] : ['meet'],
      }),
      name,
      isShop,
      city,
      spot,
      joined,
    }
  })
  const buyersWithIds = buyers.map(([name, address], at): Buyer => {
    const joined = at < 14 ? joinedDaysAgo(421, 430) : joinedDaysAgo(20, 400)
    return {
      id: addRow('buyer', name, joined, { address }),
      name,
      address,
      phone: phone(rows.length),
      joined,
    }
  })
  for (const { role, email, password } of logins) {
    if (role === 'admin') addRow('admin', 'Admin', new Date(now.getTime() - 445 * dayMs), {})
    const row = rows.find((account) => account.role === role)
    if (row) Object.assign(row, { email, password_hash: await hash(password) })
  }
  return { rows, sellers: sellersWithIds, buyers: buyersWithIds }
}
