// A seller's place: the PIN code that they set, or else the one in their shop's address.
import type { ProfileUpdate } from '#contract/accounts/accounts.ts'
import { errorCatalog, fieldError } from '#contract/common/error-catalog.ts'
import { findPlace, type PlaceColumns, pinCodeIn, placeColumns } from '#server/places/places.ts'

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
