// `npm run screenshots`, after `npm run build`: takes the README's pictures on a new demo market.
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { knownLogins } from '#server/demo/accounts.ts'
import { findBrowser } from './browser.ts'
import { startDemoServer } from './demo-server.ts'

const folder = new URL('../docs/images/', import.meta.url)
const viewport = { width: 1280, height: 800 }
const imageWidth = 960

type Role = 'buyer' | 'seller'
type Shot = { name: string; role?: Role; open: (page: Page) => Promise<void> }

const shots: Shot[] = [
  { name: 'front-page', open: async (page) => void (await page.goto('/')) },
  {
    name: 'book',
    open: async (page) => {
      await page.goto('/books?search=physics')
      await page.getByRole('article').first().getByRole('link').click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'chat',
    role: 'buyer',
    open: async (page) => {
      await page.goto('/buyer/chats')
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
      await page.getByRole('log').waitFor()
    },
  },
  {
    name: 'seller-dashboard',
    role: 'seller',
    open: async (page) => void (await page.goto('/seller/dashboard')),
  },
]

async function logIn(page: Page, role: Role): Promise<void> {
  const login = knownLogins.find((candidate) => candidate.role === role)
  await page.goto(`/about?login=${role}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(login?.email ?? '')
  await dialog.getByLabel('Password').fill(login?.password ?? '')
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`**/${role}/dashboard`)
}

async function takeShot(browser: Browser, url: string, shot: Shot, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  if (shot.role) await logIn(page, shot.role)
  await shot.open(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot()
  await sharp(png)
    .resize({ width: imageWidth })
    .webp({ quality: 82 })
    .toFile(new URL(`${shot.name}-${colorScheme}.webp`, folder).pathname)
  await context.close()
}

await mkdir(folder, { recursive: true })
const { executablePath, env, args } = await findBrowser()
const server = await startDemoServer()
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...(process.env as Record<string, string>), ...env },
})
try {
  for (const shot of shots)
    for (const colorScheme of ['light', 'dark'] as const)
      await takeShot(browser, server.url, shot, colorScheme)
} finally {
  await browser.close()
  await server.close()
}
