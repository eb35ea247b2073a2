/// <reference path="./heic-decode.d.ts" />
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'
import { photoLimits } from '#contract/common/photos.ts'

export type HeicResult = { data: Uint8ClampedArray; width: number; height: number } | 'unreadable'

async function decodeFirst(source: string | Uint8Array): Promise<HeicResult> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  const [image] = await decode.all({ buffer: bytes })
  // In the file, the decoder may find a different size than `checkHeader` found.
  if (!image || image.width * image.height > photoLimits.heicPixels) return 'unreadable'
  return image.decode()
}

const result = await decodeFirst(workerData).catch(() => 'unreadable' as const)
const transferred = result === 'unreadable' ? [] : [result.data.buffer as ArrayBuffer]
parentPort?.postMessage(result, transferred)
