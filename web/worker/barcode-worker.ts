// Finds barcodes in pictures, for browsers that can't do it themselves. Runs in a worker, because
// only the worker's file may run WebAssembly.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const found = await readBarcodes(data, { formats: ['EAN13'], tryHarder: true })
  postMessage(found.map(({ text }) => text))
})
