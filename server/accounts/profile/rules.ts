import type { Updateable } from 'kysely'
import type { ProfileUpdate } from '#contract/accounts/accounts.ts'
import { shopErrors } from '#contract/accounts/auth.ts'
import { errorOn, rejectFields } from '#contract/common/error-catalog.ts'
import type { AccountsTable } from '#db/tables.ts'

export function profileColumns(
  isShopOwner: boolean,
  update: ProfileUpdate,
): Updateable<AccountsTable> {
  rejectFields(shopErrors(isShopOwner, update, Object.keys(update)))
  const { name, address, sharesAddress, shopName, shopAddress, handOvers } = update
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(sharesAddress !== undefined && { shares_address: sharesAddress }),
    ...(Object.hasOwn(update, 'phone') && { phone: update.phone ?? null }),
    ...(Object.hasOwn(update, 'upiId') && { upi_id: update.upiId ?? null }),
    ...(shopName !== undefined && { shop_name: shopName }),
    ...(shopAddress !== undefined && { shop_address: shopAddress }),
    ...(Object.hasOwn(update, 'shopHours') && { shop_hours: update.shopHours ?? null }),
    ...(Object.hasOwn(update, 'holidayUntil') && { holiday_until: update.holidayUntil ?? null }),
    ...(handOvers !== undefined && { hand_overs: handOvers.length > 0 ? handOvers : null }),
  }
}

export function rejectSecondPicture(count: number): void {
  if (count > 1) throw errorOn('profilePic', 'one_image')
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

/**
 * The first match counts. User agents also name the browsers that they are based on, so the order
 * matters.
 */
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
