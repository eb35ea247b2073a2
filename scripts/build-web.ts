// Builds the web app into build/, and compresses its files in advance so that the server doesn't
// have to.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const client = path.resolve('build/client')

// If this file is missing, setup.mjs considers the build missing. It writes the file after a
// successful build.
await rm('build/.fingerprint', { force: true })

const built = spawnSync(
  process.execPath,
  ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
if (built.status !== 0) process.exit(built.status ?? 1)

// The service worker is built from its source without types, plus what it must know about this
// build.
const assets = (await readdir(path.join(client, 'assets'))).sort().map((name) => `/assets/${name}`)
const source = stripTypeScriptTypes(await readFile('web/worker/service-worker.ts', 'utf8'))
const { assets: manifest } = (await import(
  pathToFileURL(path.resolve('build/server/index.js')).href
)) as { assets: { entry: Code; routes: Record<string, Code | undefined> } }
type Code = { module: string; imports: string[] }
const codeOf = (route: string): string[] => {
  const code = manifest.routes[route]
  if (code === undefined) throw new Error(`There is no route ${route}.`)
  return [code.module, ...code.imports]
}
/** Returns the files of these routes, except those that every page loads. */
function filesOf(routes: readonly string[]): string[] {
  const { entry } = manifest
  const ofAll = new Set([entry.module, ...entry.imports, ...codeOf('root')])
  const own = new Set(routes.flatMap(codeOf).filter((name) => !ofAll.has(name)))
  return [...own].map((name) => name.slice(1))
}
// The service worker caches these files from the start. They include the pages that saved books and
// orders link to, which need their code even to say that they can't be shown offline.
const needed = [
  'offline.html',
  'default-book.jpg',
  'placeholder.png',
  'default-profile.png',
  ...filesOf(['pages/buyer/book', 'pages/public/title']),
]
const contents = await Promise.all(needed.map((name) => readFile(path.join(client, name))))
const version = createHash('sha256')
  .update(source)
  .update(assets.join())
  .update(Buffer.concat(contents))
  .digest('hex')
  .slice(0, 16)
await writeFile(
  path.join(client, 'sw.js'),
  `const build = ${JSON.stringify({ version, files: assets, needed: needed.map((name) => `/${name}`) })}\n${source}`,
)

const isCompressible = /\.(?:js|css|svg|json|webmanifest|txt|wasm)$/
const entries = await readdir(client, { recursive: true, withFileTypes: true })
await Promise.all(
  entries.map(async (entry) => {
    if (!entry.isFile() || !isCompressible.test(entry.name)) return
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    if (bytes.length < 1024) return
    await Promise.all([
      brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((small) =>
        writeFile(`${file}.br`, small),
      ),
      zip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
    ])
  }),
)
