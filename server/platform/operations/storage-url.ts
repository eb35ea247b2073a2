export type S3Config = {
  /** The URL of the bucket and the prefix of all names, without a trailing slash. */
  base: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export const storageUrlError =
  'STORAGE_URL must be like s3://KEY:SECRET@host/bucket?region=…&tls=1.'

/** Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0|1`; undefined if invalid. */
export function parseStorageUrl(value: string): S3Config | undefined {
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
