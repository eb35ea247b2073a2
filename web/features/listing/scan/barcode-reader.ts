import { isbn13 } from '#contract/books/isbn.ts'

export type BarcodeReader = {
  /** Returns the ISBN (13 digits) in a picture, or undefined if there is none. */
  readIsbn: (picture: ImageData) => Promise<string | undefined>
  close: () => void
}

/** https://developer.mozilla.org/en-US/docs/Web/API/Barcode_Detection_API */
type Detector = { detect: (picture: ImageData) => Promise<{ rawValue: string }[]> }
declare const BarcodeDetector: {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const isbnIn = (codes: string[]) => codes.map(isbn13).find((isbn) => isbn !== undefined)

/** The reader doesn't load. */
class BarcodeReaderError extends Error {
  override name = 'BarcodeReaderError'
}

function openWorker(): BarcodeReader {
  const worker = new Worker(new URL('../../../worker/barcode-worker.ts', import.meta.url), {
    type: 'module',
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  // The worker may fail before the first picture.
  failed.catch(() => {})
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new BarcodeReaderError(event.message))
  }
  return {
    readIsbn: (picture) => {
      const { promise: found, resolve } = Promise.withResolvers<string | undefined>()
      worker.onmessage = ({ data }) => resolve(isbnIn(data))
      worker.postMessage(picture)
      return Promise.race([found, failed])
    },
    close: () => worker.terminate(),
  }
}

/** Opens the browser's own barcode reader, which few browsers have, or else one in a worker. */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  const formats = 'BarcodeDetector' in window ? await BarcodeDetector.getSupportedFormats() : []
  if (!formats.includes('ean_13')) return openWorker()
  const detector = new BarcodeDetector({ formats: ['ean_13'] })
  return {
    readIsbn: async (picture) =>
      isbnIn((await detector.detect(picture)).map(({ rawValue }) => rawValue)),
    close: () => {},
  }
}

const maxSide = 1600

/** Copies the current picture of a video or an image, at most 1,600 pixels wide or high. */
export function pictureOf(source: CanvasImageSource, width: number, height: number): ImageData {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser has no canvas.')
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
