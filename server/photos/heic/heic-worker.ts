/// <reference path="./heic-decode.d.ts" />
// A thread for one photo: what decoding takes is given back with it.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

export type HeicTask = { source: string | Uint8Array; maxPixels: number }
export type HeicResult =
  | { data: Uint8ClampedArray; width: number; height: number }
  | 'too large'
  | 'unreadable'

async function decodeFirst({ source, maxPixels }: HeicTask): Promise<HeicResult> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  const [image] = await decode.all({ buffer: bytes })
  if (!image) return 'unreadable'
  if (image.width * image.height > maxPixels) return 'too large'
  return image.decode()
}

const result = await decodeFirst(workerData as HeicTask).catch(() => 'unreadable' as const)
const transferred = typeof result === 'string' ? [] : [result.data.buffer as ArrayBuffer]
parentPort?.postMessage(result, transferred)
