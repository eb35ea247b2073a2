// What may become of an account, and how a device is called.
import type { Updateable } from 'kysely'
import type { ProfileUpdate } from '#contract/accounts.ts'
import { AppError, errorCatalog, type FieldErrors } from '#contract/errors.ts'
import type { PeopleTable } from '#server/platform/database/tables.ts'

const shopLabels = { shopName: 'Shop name', shopAddress: 'Shop address' } as const

/** What a change makes of a person, but for the picture. A shop owner keeps a shop, and nobody else has one. */
export function changedPerson(
  isShopOwner: boolean,
  change: ProfileUpdate,
): Updateable<PeopleTable> {
  const fields: FieldErrors = {}
  for (const [field, label] of Object.entries(shopLabels) as [keyof typeof shopLabels, string][]) {
    if (isShopOwner && Object.hasOwn(change, field) && change[field] === undefined)
      fields[field] = `${label} is required.`
    if (!isShopOwner && change[field] !== undefined)
      fields[field] = `${label} is only for shop owners.`
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('malformed', { message, fields })
  const { name, address, shopName, shopAddress } = change
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(Object.hasOwn(change, 'phone') && { phone: change.phone ?? null }),
    ...(shopName !== undefined && { shop_name: shopName }),
    ...(shopAddress !== undefined && { shop_address: shopAddress }),
  }
}

/** Refuses more than one picture. */
export function refuseSecondPicture(count: number): void {
  if (count > 1)
    throw new AppError('one_image', { fields: { profilePic: errorCatalog.one_image[1] } })
}

/** The picture's hash after a change: the new one, none where the field came empty, else the present one. */
export function pictureAfter(
  present: string | null,
  change: ProfileUpdate,
  added: string | undefined,
): string | null {
  if (added !== undefined) return added
  return Object.hasOwn(change, 'profilePic') && !change.profilePic ? null : present
}

/** In the order in which they are asked: each browser also names those it descends from. */
const browsers = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPX)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(intosh| OS)\b/],
  ['Linux', /\bLinux\b/],
] as const

/** What a User-Agent header says in words: 'Chrome on Android'. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0]
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
