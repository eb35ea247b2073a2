// An account as its owner sees it.
import type { ActiveSession, Profile } from '#contract/accounts.ts'
import { AppError } from '#contract/common/errors.ts'
import { photoAddress } from '#contract/photos.ts'
import { findSessions } from '#server/accounts/auth/sessions.ts'
import { findOtherAccount, findPerson } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { deviceName } from './rules.ts'

/** The caller's own profile. Throws session_ended where the account was deleted just now. */
export async function viewProfile(db: Db, { personId, role }: Viewer): Promise<Profile> {
  const person = await findPerson(db, personId)
  if (!person || person.email === null) throw new AppError('session_ended')
  const otherAccount = await findOtherAccount(db, personId, role === 'buyer' ? 'seller' : 'buyer')
  return {
    _id: person.id,
    name: person.name,
    email: person.email,
    phone: person.phone ?? undefined,
    ...(role === 'buyer'
      ? { address: person.address ?? undefined }
      : {
          sellerType: person.seller_type ?? undefined,
          shopName: person.shop_name ?? undefined,
          shopAddress: person.shop_address ?? undefined,
        }),
    profilePic: person.picture === null ? undefined : photoAddress(person.picture),
    createdAt: person.created_at.toISOString(),
    status: person.status,
    hasTwin: otherAccount !== undefined,
  }
}

/** The caller's open sessions: this one, then the last used first. */
export async function viewSessions(
  db: Db,
  { personId, session }: Viewer,
  now: Date,
): Promise<ActiveSession[]> {
  const sessions = (await findSessions(db, personId, now)).map((row) => ({
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at.toISOString(),
    device: deviceName(row.user_agent),
    current: row.hash === session,
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}
