// A process on a disk of its own, which is a file system in memory. It belongs to a namespace, so
// that nobody has to be root to mount it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const megabytes = 192

/** Runs a module there, with the folder of the disk before its other arguments; what it sends. */
export async function forkOnSmallDisk(module: string, args: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-disk-'))
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`
  const child = fork(module, [folder, ...args], {
    execPath: 'unshare',
    execArgv: ['-rm', 'sh', '-c', script, folder, process.execPath],
  })
  try {
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof message !== 'object') throw new Error(`No small disk, or no case on it: ${message}`)
    return message
  } finally {
    child.kill()
    await rmdir(folder)
  }
}
