// A seller's place: the PIN code that they set, or else the one in their shop's address.
import { sql } from 'kysely'
import type { ProfileUpdate } from '#contract/accounts/accounts.ts'
import { errorCatalog, fieldError } from '#contract/common/error-catalog.ts'
import { type FollowSeller, savePlace } from '#server/accounts/store.ts'
import {
  findPlace,
  type PlaceColumns,
  pinCodeIn,
  placeColumns,
  readTableHash,
} from '#server/places/places.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'

/** How many shops at a time are read to find PIN codes in their addresses. */
const addressBatchSize = 100

type Given = { pinCode?: string | undefined; shopAddress?: string | undefined }

/** Throws a field error for a PIN code that isn't in the table. */
export function rejectUnknownPinCode(pinCode: string | undefined): void {
  if (pinCode !== undefined && !findPlace(pinCode))
    throw fieldError('pinCode', errorCatalog.place_unknown[1])
}

/** Returns the place for a new account. Throws a field error for an unknown PIN code. */
export function placeOfNewSeller({ pinCode, shopAddress = '' }: Given): PlaceColumns {
  rejectUnknownPinCode(pinCode)
  return placeColumns(pinCode ?? pinCodeIn(shopAddress) ?? null)
}

type Saved = { pin_code: string | null; shop_address: string | null }

export function placeAfter(saved: Saved, update: ProfileUpdate): PlaceColumns | undefined {
  const { pinCode, shopAddress } = update
  const isGiven = Object.hasOwn(update, 'pinCode') && (pinCode ?? null) !== saved.pin_code
  if (isGiven) return placeColumns(pinCode ?? null)
  if (shopAddress === undefined || shopAddress === saved.shop_address) return undefined
  const inAddress = pinCodeIn(shopAddress)
  return inAddress === undefined ? undefined : placeColumns(inAddress)
}

/**
 * Looks for a PIN code in the addresses of shops that an older version created. Reads each address
 * only once.
 */
export async function readPlaceOfShops(
  context: Pick<AppContext, 'db' | 'now' | 'database' | 'changes'> & { followSeller: FollowSeller },
  signal: AbortSignal,
): Promise<void> {
  const { db, now, followSeller } = context
  while (!signal.aborted) {
    const shops = await db
      .selectFrom('accounts')
      .select('id')
      .where('shop_address', 'is not', null)
      .where('pin_parsed_at', 'is', null)
      .where('deleted_at', 'is', null)
      .limit(addressBatchSize)
      .execute()
    if (shops.length === 0) return
    for (const { id } of shops)
      await commitChanges(context, ['profiles', 'accounts', 'books'], async (db) => {
        const shop = await db
          .updateTable('accounts')
          .set({ pin_parsed_at: now() })
          .where('id', '=', id)
          .where('pin_parsed_at', 'is', null)
          .returning(['pin_code', 'shop_address'])
          .executeTakeFirst()
        const pinCode = pinCodeIn(shop?.shop_address ?? '')
        if (!shop || shop.pin_code !== null || pinCode === undefined) return
        await savePlace(db, id, placeColumns(pinCode))
        await followSeller(db, id, { hasMoved: true }, now())
      })
  }
}

/**
 * Updates sellers whose PIN code has a different place in this version's table. Does nothing if the
 * table was already applied.
 */
export async function applyPlacesTable(
  context: Pick<AppContext, 'db' | 'now' | 'database' | 'changes'>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context
  const hash = readTableHash()
  const { places_hash } = await db
    .selectFrom('installation')
    .select('places_hash')
    .executeTakeFirstOrThrow()
  if (places_hash === hash) return
  const saved = await db
    .selectFrom('accounts')
    .select(['pin_code', 'city', sql<string | null>`location::text`.as('location')])
    .distinct()
    .where('pin_code', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { pin_code, city, location } of saved) {
    const place = placeColumns(pin_code)
    if (signal.aborted) return
    if (place.city === null || (place.city === city && place.location === location)) continue
    await commitChanges(context, ['profiles', 'accounts', 'books'], (db) => {
      const sellers = db
        .selectFrom('accounts')
        .select('id')
        .where('pin_code', '=', pin_code)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate()
      return db.updateTable('accounts').set(place).where('id', 'in', sellers).execute()
    })
  }
  await db.updateTable('installation').set({ places_hash: hash }).execute()
}
