import path from 'node:path'
import { z } from 'zod'
import { slowStatementMs } from '#server/platform/database/statement-watch.ts'

export type S3Config = {
  /** The URL of the bucket with the prefix of all names, without a slash at the end. */
  base: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const storageUrlError = 'STORAGE_URL must be like s3://KEY:SECRET@host/bucket?region=…&tls=1.'

/** Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0|1`; undefined if invalid. */
function parseStorageUrl(value: string): S3Config | undefined {
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
      base: `${tls === '1' ? 'https' : 'http'}://${url.host}${path}`,
      region: url.searchParams.get('region') || 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }
  } catch {
    return undefined
  }
}

const booleanVariable = (label: string) =>
  z
    .enum(['0', '1', 'on', 'off', 'true', 'false'], { error: `${label} must be 1 or 0.` })
    .transform((value) => ['1', 'on', 'true'].includes(value))

const urlVariable = (label: string, ...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `${label} must be an address like ${protocols[0]}//host/…`,
    )

const portVariable = (label: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${label} must be a number from 0 to 65535.`)
    .transform(Number)
    .refine((port) => port <= 65_535, `${label} must be a number from 0 to 65535.`)

const contactVariable = (label: string) =>
  z
    .string()
    .regex(
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      `${label} must be like mailto:you@example.org.`,
    )

const Environment = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], {
        error: 'NODE_ENV must be production, development or test.',
      })
      .optional(),
    PORT: portVariable('PORT').default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: urlVariable('DATABASE_URL', 'postgres:', 'postgresql:').optional(),
    DATABASE_DIRECT_URL: urlVariable('DATABASE_DIRECT_URL', 'postgres:', 'postgresql:').optional(),
    STORAGE_URL: z
      .string()
      .refine((value) => parseStorageUrl(value) !== undefined, storageUrlError)
      .transform(parseStorageUrl)
      .optional(),
    PUBLIC_URL: urlVariable('PUBLIC_URL', 'https:', 'http:')
      .refine(
        (value) => !URL.canParse(value) || new URL(value).pathname === '/',
        'PUBLIC_URL must be an address without a path.',
      )
      .transform((value) => new URL(value).origin)
      .optional(),
    SMTP_URL: urlVariable('SMTP_URL', 'smtp:', 'smtps:')
      .refine(
        (value) => !URL.canParse(value) || new URL(value).hostname !== '',
        'SMTP_URL must name a host.',
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'MAIL_FROM must be like Dobara <books@example.org>.',
      )
      .optional(),
    ADMIN_EMAIL: z.email('ADMIN_EMAIL must be an email address.').optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(8, 'ADMIN_PASSWORD must have at least 8 characters.')
      .max(128, 'ADMIN_PASSWORD can have at most 128 characters.')
      .optional(),
    GRIEVANCE_NAME: z
      .string()
      .trim()
      .max(100, 'GRIEVANCE_NAME can have at most 100 characters.')
      .optional(),
    GRIEVANCE_EMAIL: z.email('GRIEVANCE_EMAIL must be an email address.').optional(),
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^[\w-]{87}$/, 'VAPID_PUBLIC_KEY must be a key of `npx web-push generate-vapid-keys`.')
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(
        /^[\w-]{43}$/,
        'VAPID_PRIVATE_KEY must be a key of `npx web-push generate-vapid-keys`.',
      )
      .optional(),
    VAPID_CONTACT: contactVariable('VAPID_CONTACT').optional(),
    DEMO: booleanVariable('DEMO').optional(),
    TRUST_PROXY: z
      .string()
      .regex(
        /^(?:\d{1,2}|on|off|true|false)$/,
        'TRUST_PROXY must be the number of proxies, 0 for none.',
      )
      .transform((value) =>
        /^\d/.test(value) ? Number(value) : value === 'on' || value === 'true' ? 1 : 0,
      )
      .default(0),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
      })
      .default('info'),
    RATE_LIMIT: booleanVariable('RATE_LIMIT').default(true),
    METRICS_PORT: portVariable('METRICS_PORT').optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    SLOW_QUERY_MS: z
      .string()
      .regex(/^\d{1,5}$/, 'SLOW_QUERY_MS must be milliseconds, 0 for no log of slow queries.')
      .transform(Number)
      .optional(),
    SECURITY_CONTACT: contactVariable('SECURITY_CONTACT').optional(),
  })
  .refine((env) => (env.ADMIN_EMAIL === undefined) === (env.ADMIN_PASSWORD === undefined), {
    message: 'ADMIN_EMAIL and ADMIN_PASSWORD go together.',
    path: ['ADMIN_EMAIL'],
  })
  .refine((env) => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    message: 'DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.',
    path: ['DATABASE_DIRECT_URL'],
  })
  .refine(
    ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_CONTACT }) =>
      new Set([VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_CONTACT].map((one) => one === undefined))
        .size === 1,
    {
      message: 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_CONTACT go together.',
      path: ['VAPID_PUBLIC_KEY'],
    },
  )
  .refine((env) => env.GRIEVANCE_NAME === undefined || env.GRIEVANCE_EMAIL !== undefined, {
    message: 'GRIEVANCE_NAME needs GRIEVANCE_EMAIL: complaints must reach them.',
    path: ['GRIEVANCE_NAME'],
  })
  .superRefine((env, context) => {
    if (env.PUBLIC_URL !== undefined) return
    const addIssue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    // Without PUBLIC_URL, links would contain the Host header, which a visitor can forge.
    if (env.NODE_ENV === 'production')
      addIssue(
        'PUBLIC_URL',
        'PUBLIC_URL is required in production: links, mails and the sitemap begin with it.',
      )
    else if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined)
      addIssue('SMTP_URL', 'SMTP_URL needs MAIL_FROM or PUBLIC_URL: mails come from somebody.')
  })

export class StartupError extends Error {}

/** `testOrigin` is another push service, which only tests set. */
type PushConfig = { publicKey: string; privateKey: string; contact: string; testOrigin?: string }

const ifSet = <T, Result>(value: T | undefined, use: (value: T) => Result): Result | undefined =>
  value === undefined ? undefined : use(value)

const noReply = (publicUrl: string | undefined): string =>
  `Dobara <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`

const toConfig = (env: z.output<typeof Environment>) => {
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
    /** Where metrics are served; undefined disables them. */
    metrics: ifSet(env.METRICS_PORT, (port) => ({ port, host: env.METRICS_HOST })),
    // The embedded database is for trying Dobara out, where slow statements don't matter.
    slowQueryMs: env.SLOW_QUERY_MS ?? (env.DATABASE_URL ? slowStatementMs : 0),
    securityContact: env.SECURITY_CONTACT,
  }
}

export type Config = ReturnType<typeof toConfig>

/** Empty variables count as unset. Throws a StartupError with a line for each invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  if (parsed.success) return toConfig(parsed.data)
  const lines = new Set(parsed.error.issues.map((issue) => issue.message))
  throw new StartupError([...lines].join('\n'))
}
