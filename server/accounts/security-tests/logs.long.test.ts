// Confidential data isn't logged. A server that logs everything, even SQL, runs the main journeys
// with valid and invalid requests. The test searches all of the server's output.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { codeAt } from '#server/accounts/second-factor/codes.ts'
import { run } from '#server/testing-processes.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const password = 'sentinel-pass-7f3a'
const secrets: Record<string, string> = {
  password,
  wrongPassword: 'sentinel-guess-91c4',
  newPassword: 'sentinel-next-5b2e',
  adminPassword: 'sentinel-admin-c0de',
  phone: '+919812345670',
  address: 'Sentinel Lane 48213',
  shopAddress: 'Sentinel Bazaar 77120',
  message: 'sentinel words 30417',
  deviceCookie: 'sentinelsentinelsentinelsentinelsentinel123',
  resetToken: 'sentinel-reset-66f1',
}
const email = (name: string) => `sentinel-${name}@example.com`

let dataDir = ''
let base = ''
let output = () => ''

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-logs-'))
  await cp(inject('dataDir'), dataDir, { recursive: true })
  const server = run(['server/main.ts'], {
    DATA_DIR: dataDir,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: email('admin'),
    ADMIN_PASSWORD: secrets.adminPassword ?? '',
    // Nothing listens on this port, so sending fails and the failure is logged.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'dobara@example.com',
  })
  output = server.output
  base = await server.opened
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

type Json = Record<string, unknown> & { _id: string; token: string; code: string }
type Options = { token?: string; raw?: string; headers?: Record<string, string> }

async function call(
  method: string,
  at: string,
  body?: object,
  { token, raw, headers }: Options = {},
) {
  const response = await fetch(`${base}/api${at}`, {
    method,
    headers: {
      ...(body || raw ? { 'content-type': 'application/json' } : {}),
      ...(token && { authorization: `Bearer ${token}`, 'auth-token': token }),
      cookie: `device=${secrets.deviceCookie}`,
      ...headers,
    },
    ...((body || raw) && { body: raw ?? JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Json }
}

async function openAccounts() {
  const buyer = { name: 'Asha', address: secrets.address, email: email('buyer'), password }
  const seller = {
    name: 'Ravi',
    sellerType: 'shop owner',
    shopName: 'Books',
    phone: secrets.phone,
    shopAddress: secrets.shopAddress,
    email: email('seller'),
    password,
  }
  expect((await call('POST', '/buyer/signup', buyer)).status).toBe(201)
  expect((await call('POST', '/seller/signup', seller)).status).toBe(201)
  const logIn = async (role: string, name: string, password?: string) =>
    (await call('POST', `/${role}/login`, { email: email(name), password })).body
  const people = {
    buyer: await logIn('buyer', 'buyer', password),
    seller: await logIn('seller', 'seller', password),
    admin: await logIn('admin', 'admin', secrets.adminPassword),
  }
  for (const [name, { token }] of Object.entries(people)) {
    expect(token, name).toMatch(/^.{40,}$/)
    secrets[`token of ${name}`] = token
  }
  return people
}

async function fail(token: string) {
  const { wrongPassword, phone, address, newPassword, resetToken, message } = secrets
  const login = { email: email('buyer'), password: wrongPassword }
  const statuses = [
    await call('POST', '/buyer/login', login),
    await call('POST', '/buyer/login', undefined, { raw: `{"password": "${wrongPassword}", oops` }),
    await call('POST', '/buyer/login', { ...login, email: [wrongPassword] }),
    await call('POST', '/buyer/signup', { name: '', email: 'x', address, password: newPassword }),
    await call('POST', '/seller/signup', { phone: `${phone}${phone}${phone}`, password }),
    await call(
      'PUT',
      '/buyer/change-password',
      { password: wrongPassword, newPassword },
      { token },
    ),
    await call('POST', '/auth/reset-password', { token: resetToken, newPassword }),
    await call('POST', '/chats/send', { chatId: message, message }, { token }),
    await call('GET', '/chats', undefined, { headers: { authorization: `Bearer x${token}` } }),
    await call('PUT', '/buyer/profile', { address: address?.repeat(99) }, { token }),
    await call('POST', `/no-such-call`, { password, phone, address }, { token }),
    await call(
      'POST',
      '/orders/create',
      { deliveryAddress: address, phoneNumber: phone },
      { token },
    ),
    await call('POST', '/buyer/login', undefined, { raw: `"${password.repeat(6000)}"` }),
  ].map(({ status }) => status)
  expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
}

async function setUpSecondFactor(token: string) {
  const login = { email: email('admin'), password: secrets.adminPassword }
  const { body } = await call(
    'POST',
    '/admin/second-factor/begin',
    { password: login.password },
    { token },
  )
  const key = String(body.key)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const code = codeAt(secret, new Date())
  await call('POST', '/admin/second-factor/confirm', { code }, { token })
  Object.assign(secrets, { key, keyInHex: secret.toString('hex') })
  expect((await call('POST', '/admin/login', { ...login, code: '000000' })).status).toBe(400)
}

async function useSocket(token: string) {
  const socket = io(base, { auth: { token }, transports: ['websocket'], reconnection: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  await socket.emitWithAck('send_message', { chatId: 'none', message: secrets.message })
  socket.disconnect()
  const refused = io(base, { auth: { token: `x${token}` }, forceNew: true, reconnection: false })
  await new Promise((resolve) => refused.once('connect_error', resolve))
  refused.disconnect()
}

test('logs contain no passwords, tokens, phones, addresses, codes or messages', async () => {
  const { buyer, seller, admin } = await openAccounts()
  const as = { token: buyer.token }
  await fail(buyer.token)
  const profile = { name: 'Asha', address: secrets.address, phone: secrets.phone }
  expect((await call('PUT', '/buyer/profile', profile, as)).status).toBe(200)
  await useSocket(buyer.token)
  await call('POST', '/auth/forgot-password', { email: email('buyer'), role: 'buyer' })
  await setUpSecondFactor(admin.token)
  const change = { password, newPassword: secrets.newPassword }
  expect((await call('PUT', '/buyer/change-password', change, as)).status).toBe(200)
  expect((await call('GET', '/account/export', undefined, as)).status).toBe(200)
  expect((await call('POST', '/auth/logout', {}, { token: seller.token })).status).toBe(200)
  const leave = { password: secrets.newPassword }
  expect((await call('DELETE', '/buyer/delete-account', leave, as)).status).toBe(200)
  await expect.poll(output).toMatch(/ECONNREFUSED|mail/i)

  const lines = output().trim().split('\n')
  expect(lines.length).toBeGreaterThan(40)
  expect(output()).toContain('wrong_password')
  expect(Object.keys(secrets).length).toBeGreaterThan(14)
  const leaks = Object.entries(secrets).flatMap(([name, secret]) =>
    lines.filter((line) => line.includes(secret)).map((line) => `${name}: ${line.slice(0, 300)}`),
  )
  expect(leaks).toEqual([])
})
