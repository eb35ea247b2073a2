// Processes that encode photos. They start on demand and end after being idle for a while. They
// have a low priority, so that requests are answered first, and don't get the server's settings. A
// photo that crashes its decoder ends only its process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { EncodedPhoto, PhotoSource } from './encode-photo.ts'
import type { EncoderMessage } from './encoder.ts'
import type { Refusal } from './refused-photo.ts'

/**
 * How long an encoder waits for another photo. Starting one takes a quarter of a second, and an
 * idle one uses 50 to 90 MB.
 */
export const idleEncoderMs = 10_000

/** The time limit for all widths together. The largest HEIC takes 16 seconds on an idle core. */
const maxEncodingSeconds = 120

/**
 * The encoders' nice value, from 0 to 19: https://man7.org/linux/man-pages/man7/sched.7.html. On a
 * busy core, 5 leaves a quarter of the time to photos.
 */
const encoderNiceness = 5

const living = new Set<ChildProcess>()
const idle = new Map<ChildProcess, NodeJS.Timeout>()

const end = (encoder: ChildProcess) => encoder.kill('SIGKILL')
process.once('exit', () => {
  for (const encoder of living) end(encoder)
})

async function nextMessage(encoder: ChildProcess): Promise<EncoderMessage | undefined> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    const [message] = await Promise.race([
      once(encoder, 'message', { signal }),
      once(encoder, 'exit', { signal }).then(() => []),
    ])
    return message as EncoderMessage | undefined
  } finally {
    listening.abort()
  }
}

/** Lowers the priority of the process's existing threads. Threads that start later inherit it. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  const folder = `/proc/${pid}/task`
  try {
    for (const thread of existsSync(folder) ? readdirSync(folder) : [pid])
      setPriority(Number(thread), encoderNiceness)
  } catch {
    // Some containers forbid this, or the process has ended. A process whose priority can't be
    // lowered works at its usual one.
  }
}

function startEncoder(): ChildProcess {
  const encoder = fork(new URL('./encoder.ts', import.meta.url), {
    env: {
      // Makes the C library keep less of the memory that a photo used.
      MALLOC_ARENA_MAX: '1',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
    // Drops the server's own flags, because they may contain its program (`--eval`).
    execArgv: [],
    serialization: 'advanced',
    // Decoders write warnings about broken photos to stderr.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  living.add(encoder)
  lowerPriority(encoder)
  // `nextMessage` handles errors. If there were no listener, an error would crash the server.
  encoder.on('error', () => {})
  encoder.once('exit', () => {
    living.delete(encoder)
    clearTimeout(idle.get(encoder))
    idle.delete(encoder)
  })
  return encoder
}

function takeIdle(): ChildProcess | undefined {
  for (const [encoder, timer] of idle) {
    clearTimeout(timer)
    idle.delete(encoder)
    encoder.ref()
    encoder.channel?.ref()
    // An encoder that was just killed may still be connected.
    if (encoder.connected && !encoder.killed) return encoder
  }
  return undefined
}

function keepIdle(encoder: ChildProcess): void {
  encoder.unref()
  encoder.channel?.unref()
  const timer = setTimeout(() => {
    idle.delete(encoder)
    end(encoder)
  }, idleEncoderMs)
  idle.set(encoder, timer.unref())
}

/** Throws UnavailableError if the encoder doesn't start. */
async function awaitReady(encoder: ChildProcess): Promise<void> {
  const message = await nextMessage(encoder).catch(() => undefined)
  if (message !== 'ready') throw new UnavailableError('The photo encoder did not start.')
  lowerPriority(encoder)
}

/**
 * Encodes a photo in a process. The process ends afterwards if `isLast`, or if the photo was
 * rejected. A photo that crashes the process is 'unreadable'. Throws UnavailableError if no process
 * starts.
 */
export async function runEncoder(
  source: PhotoSource,
  { isLast }: { isLast: boolean },
): Promise<EncodedPhoto | Refusal> {
  const kept = takeIdle()
  const encoder = kept ?? startEncoder()
  let result: EncoderMessage | undefined
  const timeout = AbortSignal.timeout(maxEncodingSeconds * 1000)
  const onTimeout = () => end(encoder)
  timeout.addEventListener('abort', onTimeout)
  try {
    if (!kept) await awaitReady(encoder)
    encoder.send(source)
    result = await nextMessage(encoder)
  } finally {
    timeout.removeEventListener('abort', onTimeout)
    if (typeof result === 'object' && !isLast) keepIdle(encoder)
    else end(encoder)
  }
  if (timeout.aborted) return 'too slow'
  return result === undefined || result === 'ready' ? 'unreadable' : result
}
