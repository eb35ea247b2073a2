// Simulates S3 in memory. Accepts every signature.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** Starts the server. Returns the objects of the bucket `pictures` by name, and its STORAGE_URL. */
export async function startS3() {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const name = pathname.slice('/pictures/'.length)
    const body = await buffer(request)
    if (request.method === 'PUT') objects.set(name, body)
    if (request.method === 'DELETE') objects.delete(name)
    if (searchParams.has('list-type')) {
      const keys = [...objects.keys()].sort().map((key) => `<Key>${key}</Key>`)
      return response.end(`<ListBucketResult>${keys.join('')}</ListBucketResult>`)
    }
    const found = objects.get(name)
    if (request.method === 'GET' && !found)
      return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.end(request.method === 'GET' ? found : undefined)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { objects, url: `s3://KEY:SECRET@127.0.0.1:${port}/pictures?tls=0` }
}
