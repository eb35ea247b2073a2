// Runs a PostgreSQL server for the benchmark, from the system's package. Its data is in a temporary
// folder, and it listens only on 127.0.0.1.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'

/** Returns the folder of PostgreSQL's programs, or undefined if the package is missing. */
export const findPostgres = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/initdb').map(path.dirname).sort().at(-1)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Creates an empty cluster in `parent`. Throws if PostgreSQL is missing. */
export async function createCluster(parent: string) {
  const bin = findPostgres()
  if (bin === undefined)
    throw new Error('PostgreSQL is missing (Debian and Ubuntu: apt-get install postgresql).')
  const folder = path.join(parent, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  // PostgreSQL refuses to run as root, so root runs it as the package's user.
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (user) {
    chmodSync(parent, 0o755)
    chownSync(folder, user.uid, user.gid)
  }
  const options = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(path.join(bin, 'initdb'), options, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const urlOf = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  return { bin, folder, port, user, urlOf }
}

/** Starts a PostgreSQL server in `parent` with the settings of a larger machine. */
export async function startPostgres(parent: string) {
  const { bin, folder, port, user, urlOf } = await createCluster(parent)
  const settings = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    shared_buffers: '1GB',
    max_connections: 200,
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
  }).map(([name, value]) => `-c ${name}=${value}`)
  const control = (...args: string[]) =>
    execFileSync(path.join(bin, 'pg_ctl'), ['-D', folder, ...args], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  control('-w', '-l', path.join(folder, 'log'), '-o', settings.join(' '), 'start')
  /** Runs one or more SQL statements, without parameters. */
  const run = async (sql: string, database = 'postgres'): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  const { rows } = await run('show server_version')
  return {
    pid: Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    version: /^[\d.]+/.exec(rows[0].server_version)?.[0] ?? '',
    urlOf,
    run,
    close: async () => {
      control('-m', 'fast', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
