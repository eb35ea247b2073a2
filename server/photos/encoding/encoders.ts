// Processes that encode photos, started when one is needed and ended when none has come for a
// while. They have a low priority, so that requests are answered first; they aren't given the
// server's settings; and a photo that brings its decoder down ends only the decoder.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { encoderNiceness, idleEncoderMs, maxEncodingSeconds } from '#server/photos/policy.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { EncodedPhoto, PhotoSource } from './decode-and-encode.ts'
import type { EncoderMessage } from './encoder.ts'
import type { Refusal } from './refused-photo.ts'

const living = new Set<ChildProcess>()
const idle = new Map<ChildProcess, NodeJS.Timeout>()

const end = (encoder: ChildProcess) => encoder.kill('SIGKILL')
process.once('exit', () => {
  for (const encoder of living) end(encoder)
})

/** The next message; undefined once the process has ended. */
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

/** Of all threads that the process has; those that it starts later inherit it. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  const folder = `/proc/${pid}/task`
  try {
    for (const thread of existsSync(folder) ? readdirSync(folder) : [pid])
      setPriority(Number(thread), encoderNiceness)
  } catch {
    // Some containers don't allow it, or the process has ended already: it encodes as it is.
  }
}

function startEncoder(): ChildProcess {
  const encoder = fork(new URL('./encoder.ts', import.meta.url), {
    env: {
      // The C library then keeps less of the memory that a photo took.
      MALLOC_ARENA_MAX: '1',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
    // Without the process's own flags: they may contain its program, as `--eval` does.
    execArgv: [],
    serialization: 'advanced',
    // Decoders write there what they think of a broken photo.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  living.add(encoder)
  lowerPriority(encoder)
  // Heard by `nextMessage`; without a listener it would end the server.
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
    // One that has just been killed hasn't been said to have ended yet.
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

/** Throws UnavailableError. */
async function awaitReady(encoder: ChildProcess): Promise<void> {
  const message = await nextMessage(encoder).catch(() => undefined)
  if (message !== 'ready') throw new UnavailableError('The photo encoder did not start.')
  lowerPriority(encoder)
}

/**
 * Encodes a photo in a process, which ends afterwards if the photo `isLast` or was refused. A photo
 * that ends the process is 'unreadable'. Throws UnavailableError if there is no process.
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
