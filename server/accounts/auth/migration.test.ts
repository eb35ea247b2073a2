// What 0011 makes of a database that is in use: sessions, open requests for a new password, and their links.
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
import { findReset, findViewer } from './store.ts'

const dayMs = 86_400_000

test('sessions get an end from their login on, and links that are on their way work', async () => {
  const migrations = path.resolve(import.meta.dirname, '../../../db/migrations')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-before-0011-'))
  for (const file of await readdir(migrations))
    if (file < '0011') await copyFile(path.join(migrations, file), path.join(folder, file))
  const pglite = await openPGlite({ dataDir: 'memory://' })
  const run = async (sql: string) => (await pglite.exec(sql)).at(-1)?.rows ?? []
  await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })

  const now = new Date()
  const [buyer, admin, request] = [newId(), newId(), newId()]
  const tokens = { old: newToken(), young: newToken(), admin: newToken(), link: newToken() }
  const insertPerson = (id: string, role: string) =>
    pglite.query(
      `insert into people (id, human_id, role, name, email, password_hash) values ($1, $1, $2, 'A', $3, 'none')`,
      [id, role, `${role}@example.com`],
    )
  await insertPerson(buyer, 'buyer')
  await insertPerson(admin, 'admin')
  const insertSession = (token: string, person: string, days: number) =>
    pglite.query(
      `insert into sessions (token_hash, person_id, created_at, used_at, expires_at) values (decode($1, 'hex'), $2, $3, $4, $5)`,
      [
        hashToken(token),
        person,
        new Date(now.getTime() - days * dayMs),
        now,
        new Date(now.getTime() + 30 * dayMs),
      ],
    )
  await insertSession(tokens.old, buyer, 91)
  await insertSession(tokens.young, buyer, 70)
  await insertSession(tokens.admin, admin, 1)
  await pglite.query(
    `insert into password_resets (id, person_id, token_hash, requested_at, expires_at) values ($1, $2, decode($3, 'hex'), $4, $5)`,
    [request, buyer, hashToken(tokens.link), now, new Date(now.getTime() + 600_000)],
  )

  // One whose link was used, and what else the migration's tables hold already.
  await pglite.query(
    `insert into password_resets (id, person_id, token_hash, requested_at, expires_at, used_at) values ($1, $2, decode($3, 'hex'), $4, $5, $4)`,
    [newId(), admin, hashToken(newToken()), now, new Date(now.getTime() + 600_000)],
  )
  await pglite.query(`insert into signups (id, address) values ($1, '192.0.2.1')`, [newId()])
  await pglite.query(
    `insert into notices (id, person_id, kind, text, created_at) values ($1, $2, 'listing', 'Your book was removed.', now())`,
    [newId(), buyer],
  )

  await migrate(run, { lock: false })
  const database = pgliteDatabase(pglite)
  const isLive = async (token: string, at = now) =>
    (await findViewer(database.db, hashToken(token), at)) !== undefined
  expect(
    await Promise.all([tokens.old, tokens.young, tokens.admin].map((token) => isLive(token))),
  ).toEqual([false, true, false])
  expect(await isLive(tokens.young, new Date(now.getTime() + 21 * dayMs))).toBe(false)
  expect(await findReset(database.db, hashToken(tokens.link), now)).toEqual({ person_id: buyer })
  expect(await run('select request_id from reset_links')).toEqual([{ request_id: request }])
  expect(await run('select is_taken from signups')).toEqual([{ is_taken: false }])
  expect(await run('select kind from notices')).toEqual([{ kind: 'listing' }])
  await database.close()
})
