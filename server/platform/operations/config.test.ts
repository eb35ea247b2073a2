import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, StartupError } from './config.ts'

function errorsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as StartupError).message.split('\n')
  }
  return []
}

test('without variables the server is reachable only from its own machine', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    demo: true,
    logLevel: 'info',
  })
  expect(config).toMatchObject({
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    storage: undefined,
    publicUrl: undefined,
    mail: undefined,
    admin: undefined,
  })
  expect([config.trustProxy, config.rateLimit]).toEqual([0, true])
})

test('an empty variable counts as unset', () => {
  const names = 'NODE_ENV PORT HOST DATA_DIR DATABASE_URL STORAGE_URL PUBLIC_URL SMTP_URL'.split(
    ' ',
  )
  const more = ['MAIL_FROM', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DEMO']
  const env = Object.fromEntries([...names, ...more].map((name) => [name, '']))
  expect(readConfig(env)).toEqual(readConfig({}))
})

const required = { PUBLIC_URL: 'https://books.example.org' }

test.each<[NodeJS.ProcessEnv, object]>([
  [
    { NODE_ENV: 'production', ...required },
    { production: true, demo: false },
  ],
  [{ NODE_ENV: 'production', ...required, DEMO: '1' }, { demo: true }],
  [{ DEMO: 'off' }, { demo: false }],
  [
    { DATABASE_URL: 'postgres://u:p@db.internal:5432/market' },
    { databaseUrl: 'postgres://u:p@db.internal:5432/market', demo: false },
  ],
  [
    { DATABASE_URL: 'postgres://pooler/market', DATABASE_DIRECT_URL: 'postgres://db/market' },
    { databaseUrl: 'postgres://pooler/market', databaseDirectUrl: 'postgres://db/market' },
  ],
  [
    { PORT: '65535', HOST: '0.0.0.0' },
    { port: 65_535, host: '0.0.0.0' },
  ],
  [{ DATA_DIR: '/srv/dobara' }, { dataDir: '/srv/dobara' }],
  [{ PUBLIC_URL: 'https://books.example.org/' }, { publicUrl: 'https://books.example.org' }],
  [
    { SMTP_URL: 'smtp://mail.internal:587', MAIL_FROM: 'books@example.org' },
    { mail: { url: 'smtp://mail.internal:587', from: 'books@example.org' } },
  ],
  [
    {
      SMTP_URL: 'smtps://u:p%40ss@mail.example.org',
      PUBLIC_URL: 'https://books.example.org:8443',
      NODE_ENV: 'production',
    },
    {
      mail: {
        url: 'smtps://u:p%40ss@mail.example.org',
        from: 'Dobara <no-reply@books.example.org>',
      },
    },
  ],
  [{ MAIL_FROM: 'books@example.org' }, { mail: undefined }],
  [
    { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'monsoon-42' },
    { admin: { email: 'a@example.org', password: 'monsoon-42' } },
  ],
  [
    { TRUST_PROXY: '1', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' },
    { trustProxy: 1, rateLimit: false, logLevel: 'silent' },
  ],
  [{}, { metrics: undefined, securityContact: undefined }],
  [
    { METRICS_PORT: '9464', SECURITY_CONTACT: 'https://example.org/tell' },
    {
      metrics: { port: 9464, host: '127.0.0.1' },
      securityContact: 'https://example.org/tell',
    },
  ],
  ...(['0', '2', 'on', 'true', 'off', 'false'] as const).map(
    (TRUST_PROXY): [NodeJS.ProcessEnv, object] => [
      { TRUST_PROXY },
      { trustProxy: { 0: 0, 2: 2, on: 1, true: 1, off: 0, false: 0 }[TRUST_PROXY] },
    ],
  ),
  [
    { STORAGE_URL: 's3://KEY:se%2Fcret@minio.internal:9000/pictures?tls=0' },
    {
      storage: {
        base: 'http://minio.internal:9000/pictures',
        region: 'us-east-1',
        accessKeyId: 'KEY',
        secretAccessKey: 'se/cret',
      },
    },
  ],
  [
    { STORAGE_URL: 's3://K:S@s3.ap-south-1.amazonaws.com/bucket/dobara/?region=ap-south-1' },
    {
      storage: {
        base: 'https://s3.ap-south-1.amazonaws.com/bucket/dobara',
        region: 'ap-south-1',
        accessKeyId: 'K',
        secretAccessKey: 'S',
      },
    },
  ],
])('accepts %o', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

const publicUrl =
  'PUBLIC_URL is required in production: links, mails and the sitemap begin with it.'
const port = 'PORT must be a number from 0 to 65535.'
const storage = 'STORAGE_URL must be like s3://KEY:SECRET@host/bucket?region=…&tls=1.'

test.each<[NodeJS.ProcessEnv, string]>([
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test.'],
  ...['x', '-1', '65536', '80.5', '0x50', '1e3', ' ', '80 '].map(
    (PORT): [NodeJS.ProcessEnv, string] => [{ PORT }, port],
  ),
  [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL must be like postgres://host/database.'],
  [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL must be like postgres://host/database.'],
  [{ STORAGE_URL: 'https://host/bucket' }, storage],
  [{ STORAGE_URL: 's3://host/bucket' }, storage],
  [{ STORAGE_URL: 's3://KEY@host/bucket' }, storage],
  [{ STORAGE_URL: 's3://K:S@host' }, storage],
  [{ STORAGE_URL: 's3://K:S@host/' }, storage],
  [{ STORAGE_URL: 's3://K:S@host/bucket?tls=yes' }, storage],
  [{ STORAGE_URL: 's3://K:%zz@host/bucket' }, storage],
  [{ PUBLIC_URL: 'books.example.org' }, 'PUBLIC_URL must be like https://host, without a path.'],
  [
    { PUBLIC_URL: 'https://example.org/books' },
    'PUBLIC_URL must be like https://host, without a path.',
  ],
  [
    { SMTP_URL: 'mail.example.org', PUBLIC_URL: 'https://b.example.org' },
    'SMTP_URL must be like smtp://host:587.',
  ],
  [
    { SMTP_URL: 'https://mail.example.org', PUBLIC_URL: 'https://b.example.org' },
    'SMTP_URL must be like smtp://host:587.',
  ],
  [
    { SMTP_URL: 'smtp:mail', PUBLIC_URL: 'https://b.example.org' },
    'SMTP_URL must be like smtp://host:587.',
  ],
  [{ NODE_ENV: 'production' }, publicUrl],
  [{ NODE_ENV: 'production', PUBLIC_URL: '' }, publicUrl],
  [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail' }, publicUrl],
  [
    { SMTP_URL: 'smtp://mail' },
    'SMTP_URL needs MAIL_FROM or PUBLIC_URL: mails come from somebody.',
  ],
  [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.org', NODE_ENV: 'production' }, publicUrl],
  [{ MAIL_FROM: 'Dobara' }, 'MAIL_FROM must be like Dobara <books@example.org>.'],
  [
    { MAIL_FROM: 'a@example.org\nBcc: b@example.org' },
    'MAIL_FROM must be like Dobara <books@example.org>.',
  ],
  [{ ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: 'monsoon-42' }, 'ADMIN_EMAIL must be an email address.'],
  [
    { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'short' },
    'ADMIN_PASSWORD must be 8 to 128 characters long.',
  ],
  [
    { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'x'.repeat(129) },
    'ADMIN_PASSWORD must be 8 to 128 characters long.',
  ],
  [{ ADMIN_EMAIL: 'a@example.org' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together.'],
  [{ ADMIN_PASSWORD: 'monsoon-42' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together.'],
  [{ DEMO: '2' }, 'DEMO must be 1 or 0.'],
  ...['-1', '1.5', '100', '10.0.0.0/8'].map((TRUST_PROXY): [NodeJS.ProcessEnv, string] => [
    { TRUST_PROXY },
    'TRUST_PROXY must be the number of proxies, 0 for none.',
  ]),
  [{ RATE_LIMIT: 'none' }, 'RATE_LIMIT must be 1 or 0.'],
  [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be a number from 0 to 65535.'],
  [{ SECURITY_CONTACT: 'desk' }, 'SECURITY_CONTACT must be like mailto:you@example.org.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.'],
])('%o is rejected with one line', (env, line) => {
  expect(errorsOf(env)).toEqual([line])
})

test('each error has its own line, and no line shows a secret', () => {
  const lines = errorsOf({
    PORT: 'x',
    DEMO: 'maybe',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    STORAGE_URL: 's3://KEY:hunter2@host',
  })
  const names = lines.map((line) => line.split(' ')[0])
  expect(names.sort()).toEqual(['DATABASE_URL', 'DEMO', 'PORT', 'STORAGE_URL'])
  expect(lines.join()).not.toContain('hunter2')
})

test('the grievance contact is a person with an email, or absent', () => {
  const read = (env: Record<string, string>) => readConfig(env).grievance
  expect(read({})).toBeUndefined()
  expect(read({ GRIEVANCE_EMAIL: 'help@example.org' })).toEqual({ email: 'help@example.org' })
  expect(read({ GRIEVANCE_EMAIL: 'help@example.org', GRIEVANCE_NAME: ' Meera Shah ' })).toEqual({
    email: 'help@example.org',
    name: 'Meera Shah',
  })
  expect(() => read({ GRIEVANCE_NAME: 'Meera Shah' })).toThrow('GRIEVANCE_NAME needs')
  expect(() => read({ GRIEVANCE_EMAIL: 'nobody' })).toThrow('GRIEVANCE_EMAIL must be')
})

test('push messages need both keys and a contact', () => {
  const keys = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'k'.repeat(43) }
  const VAPID_CONTACT = 'mailto:desk@example.org'
  expect(readConfig({}).push).toBeUndefined()
  expect(readConfig({ ...keys, VAPID_CONTACT }).push).toEqual({
    publicKey: keys.VAPID_PUBLIC_KEY,
    privateKey: keys.VAPID_PRIVATE_KEY,
    contact: VAPID_CONTACT,
  })
  expect(() => readConfig(keys)).toThrow('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_CONTACT')
  expect(() => readConfig({ ...keys, VAPID_CONTACT: 'desk' })).toThrow('VAPID_CONTACT must be')
  expect(() => readConfig({ ...keys, VAPID_CONTACT, VAPID_PUBLIC_KEY: 'short' })).toThrow(
    'VAPID_PUBLIC_KEY must be',
  )
})
