import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from './config.ts'
import { openControlSocket, runControlCommand } from './control-socket.ts'

async function openSocket() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-control-'))
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const opening = openControlSocket(dataDir, {
    count: async () => 42,
    fail: async () => {
      throw new Error('it can’t be done')
    },
  })
  const socket = path.join(dataDir, 'control.sock')
  while (!existsSync(socket)) await new Promise(setImmediate)
  const modes = [statSync(socket).mode & 0o777]
  const { close } = await opening
  modes.push(statSync(socket).mode & 0o777)
  onTestFinished(() => close().finally(() => rm(dataDir, { recursive: true })))
  return { dataDir, modes, umask: process.umask() }
}

test('only the server’s user can open the socket, whatever the umask is', async () => {
  const { modes, umask } = await openSocket()
  expect(modes).toEqual([0o600, 0o600])
  expect(umask).toBe(0)
})

test('accepts only its own commands, not names of object methods', async () => {
  const { dataDir } = await openSocket()
  expect(await runControlCommand(dataDir, 'count')).toBe(42)
  await expect(runControlCommand(dataDir, 'fail')).rejects.toThrow('it can’t be done')
  for (const name of ['constructor', '__proto__', 'toString', '', 'copy-database'])
    await expect(runControlCommand(dataDir, name), name).rejects.toThrow(StartupError)
})

test('a server whose path is too long for a socket can’t be reached', async () => {
  const dataDir = path.join(os.tmpdir(), 'x'.repeat(120))
  await expect(openControlSocket(dataDir, {})).rejects.toThrow()
  expect(await runControlCommand(dataDir, 'count')).toBeUndefined()
})
