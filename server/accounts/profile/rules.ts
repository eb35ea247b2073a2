import type { Updateable } from 'kysely'
import type { ProfileUpdate } from '#contract/accounts/accounts.ts'
import { AppError, errorCatalog, type FieldErrors } from '#contract/common/error-catalog.ts'
import type { AccountsTable } from '#db/tables.ts'

const shopLabels = { shopName: 'Shop name', shopAddress: 'Shop address' } as const

export function profileColumns(
  isShopOwner: boolean,
  update: ProfileUpdate,
): Updateable<AccountsTable> {
  const fields: FieldErrors = {}
  for (const [field, label] of Object.entries(shopLabels) as [keyof typeof shopLabels, string][]) {
    if (isShopOwner && Object.hasOwn(update, field) && update[field] === undefined)
      fields[field] = `${label} is required.`
    if (!isShopOwner && update[field] !== undefined)
      fields[field] = `${label} is only for shop owners.`
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('malformed', { message, fields })
  const { name, address, shopName, shopAddress, handOvers } = update
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(Object.hasOwn(update, 'phone') && { phone: update.phone ?? null }),
    ...(Object.hasOwn(update, 'upiId') && { upi_id: update.upiId ?? null }),
    ...(shopName !== undefined && { shop_name: shopName }),
    ...(shopAddress !== undefined && { shop_address: shopAddress }),
    ...(handOvers !== undefined && { hand_overs: handOvers.length > 0 ? handOvers : null }),
  }
}

export function rejectSecondPicture(count: number): void {
  if (count > 1)
    throw new AppError('one_image', { fields: { profilePic: errorCatalog.one_image[1] } })
}

/**
 * Returns the picture's hash after an update: the uploaded one; null if the field is empty; or else
 * the current one.
 */
export function pictureAfter(
  current: string | null,
  update: ProfileUpdate,
  uploaded: string | undefined,
): string | null {
  if (uploaded !== undefined) return uploaded
  return Object.hasOwn(update, 'profilePic') && !update.profilePic ? null : current
}

/** The order matters, because user agents also name the browsers that they are based on. */
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

export function deviceName(userAgent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
