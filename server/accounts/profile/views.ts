import type { ActiveSession, Profile } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { findSessions } from '#server/accounts/auth/sessions.ts'
import { findHelper } from '#server/accounts/shop-helpers/store.ts'
import { findAccount, isLastAccount } from '#server/accounts/store.ts'
import { viewOwnPlace } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { Versioned } from '#server/platform/http/versions.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { deviceName } from './rules.ts'

/** Throws session_ended if the account was just deleted. */
export async function viewProfile(
  db: Db,
  { accountId, role, helper }: Viewer,
): Promise<Versioned<Profile>> {
  const account = await findAccount(db, accountId)
  if (!account || account.email === null) throw new AppError('session_ended')
  const known = helper && (await findHelper(db, helper.id))
  const profile: Profile = {
    _id: account.id,
    name: account.name,
    email: account.email,
    phone: account.phone ?? undefined,
    ...(role === 'buyer'
      ? { address: account.address ?? undefined, sharesAddress: account.shares_address }
      : {
          sellerType: account.seller_type ?? undefined,
          shopName: account.shop_name ?? undefined,
          shopAddress: account.shop_address ?? undefined,
          shopHours: account.shop_hours ?? undefined,
          upiId: account.upi_id ?? undefined,
          place: viewOwnPlace(account.pin_code),
          handOvers: (account.hand_overs ?? undefined) as Profile['handOvers'],
          holidayUntil: account.back_on ?? undefined,
        }),
    profilePic: account.picture === null ? undefined : photoAddress(account.picture),
    createdAt: account.created_at.toISOString(),
    status: account.status,
    hasTwin: !(await isLastAccount(db, account)),
    ...(known && { helper: { name: known.name, email: known.email } }),
  }
  return new Versioned(profile, account.version)
}

export async function viewSessions(
  db: Db,
  { accountId, session }: Viewer,
  now: Date,
): Promise<ActiveSession[]> {
  const sessions = (await findSessions(db, accountId, now)).map((row) => ({
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at.toISOString(),
    device: deviceName(row.user_agent),
    current: row.token_hash === session,
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}
