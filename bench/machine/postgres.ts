// A PostgreSQL of its own: from the system's package, in a temporary folder, on 127.0.0.1 only.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Postgres = {
  pid: number
  version: string
  urlOf: (database: string) => string
  /** Runs one statement in the database `postgres`, or in another. */
  run: (sql: string, database?: string) => Promise<pg.QueryResult>
  close: () => Promise<void>
}

const settings = {
  shared_buffers: '1GB',
  max_connections: '200',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

const versionOf = (folder: string) => Number(/postgresql\/(\d+)/.exec(folder)?.[1])

/** The folder of initdb, postgres and pgbench; undefined where the package is missing. */
export const findPostgres = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((file) => path.dirname(file))
    .sort((a, b) => versionOf(b) - versionOf(a))[0]

export const postgresMissing =
  'PostgreSQL is missing: install it (Debian and Ubuntu: apt-get install postgresql).'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** PostgreSQL refuses to run as root: there it runs as the package's user. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (hasEnded()) throw new Error('PostgreSQL ended before it was ready.')
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch {
      await sleep(50)
    }
  }
  throw new Error('PostgreSQL was not ready after ten seconds.')
}

/** Starts it in `parent`; throws where the package is missing. */
export async function startPostgres(parent: string): Promise<Postgres> {
  const bin = findPostgres()
  if (bin === undefined) throw new Error(postgresMissing)
  const [user, port] = [findUser(), await freePort()]
  const folder = path.join(parent, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  const initdb = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(path.join(bin, 'initdb'), initdb, {
    ...user,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const flags = Object.entries({
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(path.join(bin, 'postgres'), ['-D', folder, ...flags], {
    ...user,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const urlOf = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  await waitUntilReady(urlOf('postgres'), () => child.exitCode !== null)
  const run = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  const { rows } = await run('show server_version')
  return {
    pid: child.pid ?? 0,
    version: /^[\d.]+/.exec(rows[0].server_version)?.[0] ?? '',
    urlOf,
    run,
    close: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
