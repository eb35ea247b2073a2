// A PostgreSQL of its own: from the system's package, in a temporary folder, on 127.0.0.1 only.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'

/** The folder of initdb, postgres and pgbench; undefined where the package is missing. */
export const findPostgres = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((file) => path.dirname(file))
    .sort()
    .at(-1)

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

/** Starts it in `parent`; throws where the package is missing. */
export async function startPostgres(parent: string) {
  const bin = findPostgres()
  if (bin === undefined) throw new Error(postgresMissing)
  const port = await freePort()
  const folder = path.join(parent, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  // It refuses to run as root: there it runs as the package's user.
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const call = (program: string, ...args: string[]) =>
    execFileSync(path.join(bin, program), ['-D', folder, ...args], {
      ...{ ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    })
  call('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const settings = Object.entries({
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: "''" },
    ...{ shared_buffers: '1GB', max_connections: 200 },
    ...{ max_wal_size: '8GB', checkpoint_timeout: '30min' },
  }).map(([name, value]) => `-c ${name}=${value}`)
  call('pg_ctl', '-w', '-l', path.join(folder, 'log'), '-o', settings.join(' '), 'start')
  const urlOf = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  /** Runs a statement, or several without parameters. */
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
      call('pg_ctl', '-m', 'fast', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
