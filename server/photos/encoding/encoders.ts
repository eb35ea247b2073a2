// Processes that encode photos, started when one is needed and ended when none has come for a
// while. They have a low priority, so that requests are answered first; they don't know the
// server's settings; and a photo that brings its decoder down ends only the decoder.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { AppError } from '#contract/common/errors.ts'
import { idleEncoderMs, maxEncodingSeconds } from '#server/photos/policy.ts'
import type { EncodedPhoto, EncodingTask } from './decode-and-encode.ts'
import type { EncoderMessage } from './encoder.ts'

const idle = new Map<ChildProcess, NodeJS.Timeout>()

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

/** Of a process that has no threads yet, as they inherit it. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some containers don't allow it, or the process has ended already: it encodes as it is.
  }
}

async function startEncoder(): Promise<ChildProcess> {
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
  lowerPriority(encoder.pid)
  // Heard by `nextMessage`; without a listener it would end the server.
  encoder.on('error', () => {})
  encoder.once('exit', () => {
    clearTimeout(idle.get(encoder))
    idle.delete(encoder)
  })
  if ((await nextMessage(encoder)) !== 'ready') throw new Error('The photo encoder did not start.')
  return encoder
}

function takeIdle(): ChildProcess | undefined {
  const [entry] = idle
  if (!entry) return undefined
  const [encoder, timer] = entry
  clearTimeout(timer)
  idle.delete(encoder)
  encoder.ref()
  encoder.channel?.ref()
  return encoder
}

function keepIdle(encoder: ChildProcess): void {
  encoder.unref()
  encoder.channel?.unref()
  const end = () => {
    idle.delete(encoder)
    encoder.kill('SIGKILL')
  }
  idle.set(encoder, setTimeout(end, idleEncoderMs).unref())
}

/** Throws image_unreadable, also for a photo that takes too long or ends the process. */
export async function runEncoder(task: EncodingTask): Promise<EncodedPhoto> {
  const encoder = takeIdle() ?? (await startEncoder())
  const end = () => encoder.kill('SIGKILL')
  const timer = setTimeout(end, maxEncodingSeconds * 1000)
  let result: EncoderMessage | undefined
  try {
    encoder.send(task)
    result = await nextMessage(encoder)
  } finally {
    clearTimeout(timer)
    // What decoding HEIC takes is given back with the process.
    if (result && !task.isHeic) keepIdle(encoder)
    else end()
  }
  if (typeof result === 'object') return result
  throw new AppError('image_unreadable')
}
