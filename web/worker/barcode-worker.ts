// Finds barcodes in pictures, for browsers that can't find them. Runs in a worker, because only the
// worker's file is allowed to run WebAssembly.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  try {
    const found = await readBarcodes(data, { formats: ['EAN13'], tryHarder: true })
    postMessage(found.map(({ text }) => text))
  } catch (error) {
    // The page isn't notified of a rejected promise.
    reportError(error)
  }
})
