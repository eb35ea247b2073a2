import { createHash } from 'node:crypto'
import { seeded } from '#server/demo/random.ts'
import { emailOf, type MarketSizes, marketId, tokenOf } from './ids.ts'
import { placeCells, placeOfSeller } from './places.ts'
import type { Plan } from './sales.ts'
import { openTableFile, type TableFile } from './table-file.ts'
import { firstNames, lastNames } from './words.ts'

const dayMs = 86_400_000
export const shopShare = 0.2

/** All accounts, each with a session that is open for a month. */
export function writePeople(
  folder: string,
  sizes: MarketSizes,
  plan: Plan,
  passwordHash: string,
): TableFile[] {
  const accounts = openTableFile(
    folder,
    'accounts',
    'id person_id role name email password_hash address seller_type shop_name shop_address rating_sum rating_count created_at pin_code city location',
  )
  const sessions = openTableFile(
    folder,
    'sessions',
    'token_hash account_id login_account_id expires_at',
  )
  const random = seeded('bench people')
  const at = new Date(Date.UTC(2024, 11, 1)).toISOString()
  const expires = new Date(Date.now() + 30 * dayMs).toISOString()
  const addPerson = (role: 'buyer' | 'seller', number: number) => {
    const id = marketId(role, number)
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const ratings = (role === 'seller' && plan.ratingsOfSeller.get(number)) || { sum: 0, count: 0 }
    const type = random.chance(shopShare) ? 'shop owner' : 'student'
    const isShop = role === 'seller' && type === 'shop owner'
    accounts.add(
      ...[id, id, role, name, emailOf(role, number), passwordHash],
      role === 'buyer' ? `${random.integer(1, 200)} MG Road, Pune 411001` : null,
      role === 'seller' ? type : null,
      ...(isShop
        ? [`${name.split(' ')[1]} Book House`, '4 College Road, Pune 411004']
        : [null, null]),
      ...[ratings.sum, ratings.count, at],
      ...(role === 'seller' ? placeCells(placeOfSeller(number)) : [null, null, null]),
    )
    const hash = createHash('sha256').update(tokenOf(role, number)).digest('hex')
    sessions.add(`\\x${hash}`, id, id, expires)
  }
  for (let number = 0; number < sizes.sellers; number++) addPerson('seller', number)
  for (let number = 0; number < sizes.buyers; number++) addPerson('buyer', number)
  const files = [accounts, sessions]
  for (const file of files) file.close()
  return files
}
