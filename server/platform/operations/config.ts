import path from 'node:path'
import { z } from 'zod'

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0|1`. Returns undefined if it is
 * invalid.
 */
function parseStorageUrl(value: string) {
  const url = URL.parse(value)
  const tls = url?.searchParams.get('tls') ?? '1'
  if (
    url?.protocol !== 's3:' ||
    !url.host ||
    !url.username ||
    !url.password ||
    !['0', '1'].includes(tls)
  )
    return undefined
  const path = url.pathname.replace(/\/+$/, '')
  if (!/^\/[^/]/.test(path)) return undefined
  try {
    return {
      /** The URL of the bucket, with the prefix of all names. It doesn't end with a slash. */
      base: `${tls === '1' ? 'https' : 'http'}://${url.host}${path}`,
      region: url.searchParams.get('region') || 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }
  } catch {
    return undefined
  }
}

export type S3Config = NonNullable<ReturnType<typeof parseStorageUrl>>

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .pipe(z.coerce.number<string>().max(65_535))
const contact = z.string().regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })
const isPort = 'a number from 0 to 65535'
const isSwitch = '1 or 0'
const isContact = 'like mailto:you@example.org'
const isVapidKey = 'a key of `npx web-push generate-vapid-keys`'

/** If a variable is invalid, its description completes the sentence 'PORT must be …'. */
const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .optional()
    .describe('production, development or test'),
  PORT: port.default(3000).describe(isPort),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional().describe('like postgres://host/database'),
  DATABASE_DIRECT_URL: databaseUrl.optional().describe('like postgres://host/database'),
  STORAGE_URL: z
    .string()
    .transform(parseStorageUrl)
    .refine((parsed) => parsed !== undefined)
    .optional()
    .describe('like s3://KEY:SECRET@host/bucket?region=…&tls=1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((value) => URL.parse(value)?.pathname === '/')
    .transform((value) => new URL(value).origin)
    .optional()
    .describe('like https://host, without a path'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .optional()
    .describe('like smtp://host:587'),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional()
    .describe('like Dobara <books@example.org>'),
  ADMIN_EMAIL: z.email().optional().describe('an email address'),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional().describe('8 to 128 characters long'),
  GRIEVANCE_NAME: z.string().trim().max(100).optional().describe('at most 100 characters long'),
  GRIEVANCE_EMAIL: z.email().optional().describe('an email address'),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/)
    .optional()
    .describe(isVapidKey),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .describe(isVapidKey),
  VAPID_CONTACT: contact.optional().describe(isContact),
  DEMO: z.stringbool().optional().describe(isSwitch),
  TRUST_PROXY: z
    .union([
      z
        .string()
        .regex(/^\d{1,2}$/)
        .pipe(z.coerce.number<string>()),
      z.stringbool().transform(Number),
    ])
    .default(0)
    .describe('the number of proxies, 0 for none'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error, fatal or silent'),
  RATE_LIMIT: z.stringbool().default(true).describe(isSwitch),
  METRICS_PORT: port.optional().describe(isPort),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SECURITY_CONTACT: contact.optional().describe(isContact),
})
type Environment = z.output<typeof Environment>

const countSet = (...values: unknown[]) => values.filter((value) => value !== undefined).length

/**
 * Returns an error for each variable that is missing but needed by another one, or that isn't
 * allowed together with another one.
 */
function conflictsOf(env: Environment): string[] {
  const isProduction = env.NODE_ENV === 'production'
  const hasSender = env.PUBLIC_URL !== undefined || env.MAIL_FROM !== undefined
  const conflicts = [
    countSet(env.ADMIN_EMAIL, env.ADMIN_PASSWORD) === 1 &&
      'ADMIN_EMAIL and ADMIN_PASSWORD go together.',
    env.DATABASE_DIRECT_URL !== undefined &&
      env.DATABASE_URL === undefined &&
      'DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.',
    countSet(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY, env.VAPID_CONTACT) % 3 > 0 &&
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_CONTACT go together.',
    env.GRIEVANCE_NAME !== undefined &&
      env.GRIEVANCE_EMAIL === undefined &&
      'GRIEVANCE_NAME needs GRIEVANCE_EMAIL: complaints must reach them.',
    // If PUBLIC_URL weren't set, links would contain the Host header, which a visitor can forge.
    isProduction &&
      env.PUBLIC_URL === undefined &&
      'PUBLIC_URL is required in production: links, mails and the sitemap begin with it.',
    !isProduction &&
      env.SMTP_URL !== undefined &&
      !hasSender &&
      'SMTP_URL needs MAIL_FROM or PUBLIC_URL: mails come from somebody.',
  ]
  return conflicts.filter((message) => message !== false)
}

export class StartupError extends Error {}

/** `testOrigin` is an additional push service, which only tests set. */
type PushConfig = { publicKey: string; privateKey: string; contact: string; testOrigin?: string }

const ifSet = <T, Result>(value: T | undefined, use: (value: T) => Result): Result | undefined =>
  value === undefined ? undefined : use(value)

const noReply = (publicUrl: string | undefined): string =>
  `Dobara <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`

const toConfig = (env: Environment) => {
  const isProduction = env.NODE_ENV === 'production'
  return {
    production: isProduction,
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The URL of PostgreSQL itself, if `databaseUrl` points to a pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    storage: env.STORAGE_URL,
    publicUrl: env.PUBLIC_URL,
    mail: ifSet(env.SMTP_URL, (url) => ({ url, from: env.MAIL_FROM ?? noReply(env.PUBLIC_URL) })),
    admin: ifSet(env.ADMIN_EMAIL, (email) => ({ email, password: String(env.ADMIN_PASSWORD) })),
    grievance: ifSet(env.GRIEVANCE_EMAIL, (email) => ({
      email,
      ...(env.GRIEVANCE_NAME && { name: env.GRIEVANCE_NAME }),
    })),
    push: ifSet(
      env.VAPID_PUBLIC_KEY,
      (publicKey): PushConfig => ({
        publicKey,
        privateKey: String(env.VAPID_PRIVATE_KEY),
        contact: String(env.VAPID_CONTACT),
      }),
    ),
    demo: env.DEMO ?? (env.DATABASE_URL === undefined && !isProduction),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT,
    /** Where metrics are served. Undefined turns them off. */
    metrics: ifSet(env.METRICS_PORT, (port) => ({ port, host: env.METRICS_HOST })),
    securityContact: env.SECURITY_CONTACT,
  }
}

export type Config = ReturnType<typeof toConfig>

/**
 * Reads the configuration. Empty variables count as unset. Throws a StartupError with a line for
 * each invalid variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  const names = new Set(parsed.error?.issues.map(({ path }) => path[0] as keyof Environment))
  const errors = [...names].map((name) => `${name} must be ${Environment.shape[name].description}.`)
  if (parsed.success) errors.push(...conflictsOf(parsed.data))
  if (!parsed.success || errors.length > 0) throw new StartupError(errors.join('\n'))
  return toConfig(parsed.data)
}
