import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { knownLogins } from '#server/demo/accounts.ts'
import { findBrowser } from './browser.ts'
import { startDemoServer } from './demo-server.ts'
const out = '/tmp/w/shots40'
await mkdir(out, { recursive: true })
const { executablePath, env, args } = await findBrowser()
const server = await startDemoServer()
const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as any), ...env } })
for (const [width, height, scheme] of [[360, 740, 'light'], [1280, 800, 'dark']] as const) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width, height }, colorScheme: scheme, locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  page.on('dialog', (d) => d.accept())
  const login = knownLogins.find((c) => c.role === 'seller')!
  await page.goto('/about?login=seller')
  const d = page.getByRole('dialog')
  await d.getByLabel('Email').fill(login.email); await d.getByLabel('Password').fill(login.password)
  await d.getByRole('button', { name: 'Login', exact: true }).click(); await page.waitForURL('**/seller/dashboard')
  const isbns = await page.evaluate(async () => (await (await fetch('/api/books/buyer/books?limit=100')).json()).filter((b: any) => b.isbn).map((b: any) => [b.isbn, b.title]))
  console.log(isbns.slice(0, 3))
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('button', { name: /Old Book/ }).click()
  await page.screenshot({ path: `${out}/old-${width}-0.png` })
  await page.getByLabel(/^ISBN/).fill(isbns[0]?.[0] ?? '9788121925242')
  await page.getByText('Is it this one?').waitFor()
  await page.screenshot({ path: `${out}/old-${width}-1.png` })
  await page.getByRole('button', { name: 'Yes, fill it in' }).click()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${out}/old-${width}-2.png` })
  await page.getByLabel(/^ISBN/).fill('9788121925243')
  await page.waitForTimeout(600)
  await page.screenshot({ path: `${out}/old-${width}-3.png` })
  await page.getByLabel(/^ISBN/).fill('9780306406157')
  await page.waitForTimeout(800)
  await page.screenshot({ path: `${out}/old-${width}-4.png` })
  await context.close()
}
await browser.close(); await server.close()
