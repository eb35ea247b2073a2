import { pushServices } from './policy.ts'

export function isPushService(endpoint: string, testOrigin?: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.username !== '' || url.password !== '') return false
  if (testOrigin !== undefined && url.origin === testOrigin) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    pushServices.some((service) => service.test(url.hostname))
  )
}
