// The demo market's people, from people.csv, and the logins of three of their accounts.
import { randomBytes } from 'node:crypto'
import type { Role } from '#contract/common/endpoint.ts'
import type { NewAccount } from '#server/accounts/store.ts'
import { pinCodeIn, placeColumns } from '#server/places/places.ts'
import { newId } from '#server/platform/database/ids.ts'
import { readCsv } from './catalogue.ts'

type Login = { role: Role; email: string; password: string }

/** The logins of development installations, whose passwords are public knowledge. */
export const knownLogins: readonly Login[] = [
  { role: 'buyer', email: 'buyer@dobara.example', password: 'monsoon-reader-24' },
  { role: 'seller', email: 'seller@dobara.example', password: 'monsoon-seller-24' },
  { role: 'admin', email: 'admin@dobara.example', password: 'monsoon-keeper-24' },
]

export const loginsOf = (market: { withAdmin: boolean; production: boolean }): Login[] =>
  knownLogins
    .filter(({ role }) => role !== 'admin' || (market.withAdmin && !market.production))
    .map((login) =>
      market.production ? { ...login, password: randomBytes(12).toString('base64url') } : login,
    )

type Person = {
  name: string
  isShop: boolean
  address: string
  city: string
  phone: string
}
export type Seller = Person & { sellerId: string }
export type Buyer = Person & { buyerId: string }
/** The demo shops' opening hours. */
const shopHours = 'Mon to Sat, 10 am to 8 pm'

export type Hash = (password: string) => Promise<string>

const joinedDaysAgo = 440
export const demoSellerName = 'Ketaki Joshi'
export const demoBuyerName = 'Aarav Mehta'
const roleOfLogin = (name: string) =>
  name === demoSellerName ? 'seller' : name === demoBuyerName ? 'buyer' : undefined

/** Creates the accounts. Those without a login share a password that nobody knows. */
export async function makeAccounts(
  now: Date,
  hash: Hash,
  logins: readonly Login[],
): Promise<{ rows: NewAccount[]; sellers: Seller[]; buyers: Buyer[] }> {
  const unusable = await hash(randomBytes(24).toString('hex'))
  const created_at = new Date(now.getTime() - joinedDaysAgo * 86_400_000)
  const loginColumns = async (role: Role | undefined, name: string) => {
    const login = logins.find((one) => one.role === role)
    return {
      email: login?.email ?? `${name.toLowerCase().replaceAll(' ', '.')}@dobara.example`,
      password_hash: login ? await hash(login.password) : unusable,
    }
  }
  const rows: NewAccount[] = []
  const sellers: Seller[] = []
  const buyers: Buyer[] = []
  for (const [at, row] of readCsv(new URL('people.csv', import.meta.url)).entries()) {
    const { name = '', sells, buys, shop, address = '' } = row
    const phone = `+9160000${String(10_000 + at * 137)}`
    const own = { name, person_id: newId(), phone, created_at, address, is_demo: true }
    const columns = { ...own, ...(await loginColumns(roleOfLogin(name), name)) }
    const city = address.replace(/^.*, (\D+) \d+$/, '$1')
    const person = { name, phone, address, city, isShop: shop !== undefined }
    if (sells) {
      const id = newId(created_at.getTime())
      const kind = shop
        ? {
            seller_type: 'shop owner' as const,
            shop_name: shop,
            shop_address: address,
            shop_hours: shopHours,
          }
        : { seller_type: 'student' as const }
      const place = placeColumns(pinCodeIn(address) ?? null)
      const hand_overs = shop || at % 3 === 0 ? ['meet', 'post'] : ['meet']
      rows.push({ id, role: 'seller', ...columns, ...kind, ...place, hand_overs })
      sellers.push({ ...person, sellerId: id })
    }
    if (buys) {
      const id = newId(created_at.getTime())
      rows.push({ id, role: 'buyer', ...columns })
      buyers.push({ ...person, buyerId: id })
    }
  }
  if (logins.some(({ role }) => role === 'admin')) {
    const login = await loginColumns('admin', 'Admin')
    const own = { id: newId(), person_id: newId(), created_at, is_demo: true }
    rows.push({ ...own, ...login, role: 'admin', name: 'Admin' })
  }
  return { rows, sellers, buyers }
}
