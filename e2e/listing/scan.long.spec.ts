// Scans barcodes with Chromium's fake camera, which shows a picture as a video.
import { rm } from 'node:fs/promises'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { addPhotos, test } from '#e2e/journeys/phone.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page } from '#e2e/support/fixtures.ts'
import { findBrowser } from '#scripts/browser.ts'
import { drawBarcode, writeVideo } from './barcode-pictures.ts'

/** This ISBN is in the catalogue that comes with Dobara. */
const isbn = '9788121925242'
const title = 'Theory of Machines'

const video = `${process.env.E2E_DATA_DIR}-camera.mjpeg`
const { executablePath, env, args } = await findBrowser()
test.use({
  launchOptions: {
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      ...args,
      // This also allows the camera without asking.
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
})
// All tests write their pictures to the same file.
test.describe.configure({ mode: 'serial' })
test.afterAll(() => rm(video, { force: true }))

async function openScanner(page: Page) {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('button', { name: /^New Book/ }).click()
  await page.getByRole('button', { name: 'Scan' }).click()
  return page.getByRole('dialog', { name: 'Scan the barcode' })
}

for (const [name, look] of Object.entries({
  'a plain barcode': {},
  'a rotated barcode on a busy cover': { rotated: 17, isBusy: true },
  'a blurred barcode': { blurred: 2 },
}))
  test(`${name} is found by the camera and fills in the listing`, async ({ openPage, seller }) => {
    await writeVideo(video, await drawBarcode(isbn, look))
    const page = await openPage(seller)
    await openScanner(page)
    await expect(page.getByLabel(/^ISBN/)).toHaveValue(isbn)
    await page.getByRole('button', { name: 'Yes, fill it in' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  })

test('a scanned book is listed with eight taps and no keys', async ({ openPhone, seller }) => {
  await writeVideo(video, await drawBarcode(isbn))
  const { page, spent } = await openPhone('/seller/manage-books', seller)
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('button', { name: /^Old Book/ }).click()
  await page.getByRole('button', { name: 'Scan' }).click()
  await page.getByRole('button', { name: 'Yes, fill it in' }).click()
  await addPhotos(page, 33, 77)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('✅ Book Added Successfully!')).toBeVisible()
  const { taps, characters } = await spent()
  expect(taps).toBeLessThanOrEqual(8)
  expect(characters).toBe(0)
})

test('the browser’s own barcode reader is used, and the camera’s light can be lit', async ({
  openPage,
  seller,
}) => {
  await writeVideo(video, await drawBarcode('9780306406157'))
  const page = await openPage(seller)
  await page.addInitScript(() => {
    const lit: unknown[] = []
    Object.assign(window, {
      lit,
      BarcodeDetector: class {
        static getSupportedFormats(): Promise<string[]> {
          return Promise.resolve(['ean_13'])
        }
        detect = async () => (lit.length < 2 ? [] : [{ rawValue: '9788121925242' }])
      },
    })
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
    MediaStreamTrack.prototype.applyConstraints = async (constraints) => {
      lit.push(constraints?.advanced)
    }
  })
  const workers: string[] = []
  page.on('worker', (worker) => void workers.push(worker.url()))
  const scanner = await openScanner(page)
  const light = scanner.getByRole('button', { name: 'Light' })
  await expect(light).toHaveAttribute('aria-pressed', 'false')
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'true')
  await light.click()
  await expect(page.getByLabel(/^ISBN/)).toHaveValue(isbn)
  expect(await page.evaluate(() => (window as unknown as { lit: unknown }).lit)).toEqual([
    [{ torch: true }],
    [{ torch: false }],
  ])
  expect(workers).toEqual([])
})

test('without permission for the camera, a photo is read', async ({ openPage, seller }) => {
  const page = await openPage(seller)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  const scanner = await openScanner(page)
  await expect(scanner.getByRole('alert')).toHaveText(
    /Allow it in the browser, or choose a photo\.$/,
  )
  await checkScreen(page, 'the scanner without a camera')
  const photo = scanner.getByLabel('Choose a photo')
  const none = await drawBarcode(isbn, { blurred: 40 })
  await photo.setInputFiles({ name: 'none.jpg', mimeType: 'image/jpeg', buffer: none })
  await expect(scanner.getByRole('alert')).toHaveText(/^No book barcode found in this photo\./)
  const right = await drawBarcode(isbn, { rotated: -35, isBusy: true })
  await photo.setInputFiles({ name: 'back.jpg', mimeType: 'image/jpeg', buffer: right })
  await expect(page.getByLabel(/^ISBN/)).toHaveValue(isbn)
})

test('if the scanner doesn’t load, it says so and turns the camera off', async ({
  openPage,
  seller,
  consoleErrors,
}) => {
  await writeVideo(video, await drawBarcode(isbn))
  const page = await openPage(seller)
  await page.addInitScript(() => {
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      Object.assign(window, { tracks: stream.getTracks() })
      return stream
    }
  })
  await page.context().route('**/*.wasm', (route) => route.abort())
  const scanner = await openScanner(page)
  const failure = 'The scanner doesn’t load. Type the number above the barcode.'
  await expect(scanner.getByRole('alert')).toHaveText(failure)
  const states = await page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
  )
  expect(states).toEqual(['ended'])
  const photo = { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await drawBarcode(isbn) }
  await scanner.getByLabel('Choose a photo').setInputFiles(photo)
  await expect(scanner.getByText('Choose a photo')).toBeVisible()
  await expect(scanner.getByRole('alert')).toHaveText(failure)
  // The scanner's package logs the failure, too.
  consoleErrors.length = 0
})
