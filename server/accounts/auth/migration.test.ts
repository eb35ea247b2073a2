// Migration 0011 on a database with data: sessions, password requests and their links.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { pgliteDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPGlite } from '#server/platform/database/pglite.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { findResetLink } from './password-resets.ts'
import { findViewer } from './sessions.ts'

const dayMs = 86_400_000

test('sessions expire counted from their login, and links that were sent keep working', async () => {
  const migrations = path.resolve(import.meta.dirname, '../../../db/migrations')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-before-0011-'))
  for (const file of await readdir(migrations))
    if (file < '0011') await copyFile(path.join(migrations, file), path.join(folder, file))
  const pglite = await openPGlite({ dataDir: 'memory://' })
  const run = async (sql: string) => (await pglite.exec(sql)).at(-1)?.rows ?? []
  await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })

  const now = new Date()
  const [buyerId, adminId, requestId] = [newId(), newId(), newId()]
  const tokens = { old: newToken(), recent: newToken(), admin: newToken(), link: newToken() }
  const insertPerson = (id: string, role: string) =>
    pglite.query(
      `insert into people (id, human_id, role, name, email, password_hash) values ($1, $1, $2, 'A', $3, 'none')`,
      [id, role, `${role}@example.com`],
    )
  await insertPerson(buyerId, 'buyer')
  await insertPerson(adminId, 'admin')
  const insertSession = (token: string, personId: string, days: number) =>
    pglite.query(
      `insert into sessions (token_hash, person_id, created_at, used_at, expires_at) values (decode($1, 'hex'), $2, $3, $4, $5)`,
      [
        hashToken(token),
        personId,
        new Date(now.getTime() - days * dayMs),
        now,
        new Date(now.getTime() + 30 * dayMs),
      ],
    )
  await insertSession(tokens.old, buyerId, 91)
  await insertSession(tokens.recent, buyerId, 70)
  await insertSession(tokens.admin, adminId, 1)
  await pglite.query(
    `insert into password_resets (id, person_id, token_hash, requested_at, expires_at) values ($1, $2, decode($3, 'hex'), $4, $5)`,
    [requestId, buyerId, hashToken(tokens.link), now, new Date(now.getTime() + 600_000)],
  )

  // A request whose link was used, and rows of the other tables that the migration changes.
  await pglite.query(
    `insert into password_resets (id, person_id, token_hash, requested_at, expires_at, used_at) values ($1, $2, decode($3, 'hex'), $4, $5, $4)`,
    [newId(), adminId, hashToken(newToken()), now, new Date(now.getTime() + 600_000)],
  )
  await pglite.query(`insert into signups (id, address) values ($1, '192.0.2.1')`, [newId()])
  await pglite.query(
    `insert into notices (id, person_id, kind, text, created_at) values ($1, $2, 'listing', 'Your book was removed.', now())`,
    [newId(), buyerId],
  )

  await migrate(run, { lock: false })
  const database = pgliteDatabase(pglite)
  const isLive = async (token: string, at = now) =>
    (await findViewer(database.db, hashToken(token), at)) !== undefined
  expect(
    await Promise.all([tokens.old, tokens.recent, tokens.admin].map((token) => isLive(token))),
  ).toEqual([false, true, false])
  expect(await isLive(tokens.recent, new Date(now.getTime() + 21 * dayMs))).toBe(false)
  expect(await findResetLink(database.db, hashToken(tokens.link), now)).toEqual({
    person_id: buyerId,
  })
  expect(await run('select request_id from reset_links')).toEqual([{ request_id: requestId }])
  expect(await run('select is_taken from signups')).toEqual([{ is_taken: false }])
  expect(await run('select kind from notices')).toEqual([{ kind: 'listing' }])
  await database.close()
})
