import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import {
  drainBodyMs,
  maxFormFieldBytes,
  maxFormFields,
  maxJsonBytes,
} from '#server/platform/http/policy.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Upload, UploadedFiles } from './uploaded-files.ts'

type RequestInput = { input: Record<string, unknown>; uploads: Upload[] }
type FileLimits = NonNullable<Endpoint['files']>

// One more than allowed, so that the error can say that there were too many.
const maxFiles = ({ fields, maxCount }: FileLimits) => fields.length * maxCount + 1
const maxFormBytes = (files: FileLimits) =>
  maxFiles(files) * files.maxBytes + maxFormFields * maxFormFieldBytes

const contentLength = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0)

export function rejectLargeForm(request: FastifyRequest, files: FileLimits): void {
  if (contentLength(request) > maxFormBytes(files)) throw new AppError('too_large')
}

async function readFile(
  file: MultipartFile['file'],
  uploaded: UploadedFiles,
): Promise<Omit<Upload, 'field'>> {
  const written = await uploaded.write(file)
  if (file.truncated) throw new AppError('too_large')
  return written
}

async function readForm(
  request: FastifyRequest,
  accepted: FileLimits,
  uploaded: UploadedFiles,
): Promise<RequestInput> {
  const input: Record<string, unknown> = {}
  const uploads: Upload[] = []
  const limits = {
    fileSize: accepted.maxBytes,
    files: maxFiles(accepted),
    fields: maxFormFields,
    fieldSize: maxFormFieldBytes,
  }
  try {
    for await (const part of request.parts({ limits })) {
      const name = part.fieldname
      if (part.type === 'file') {
        const file = await readFile(part.file, uploaded)
        // Browsers send an empty part without a name if no file was chosen.
        const isChosen = file.size > 0 || Boolean(part.filename)
        if (accepted.fields.includes(name) && isChosen)
          uploads.push({ field: name, name: part.filename, ...file })
        else if (accepted.fields.includes(name)) input[name] ??= ''
      } else if (Object.hasOwn(input, name)) {
        input[name] = [input[name], part.value].flat()
      } else if (name !== '__proto__') input[name] = part.value
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT')
      throw new AppError(
        accepted.tooMany ?? (accepted.maxCount === 1 ? 'one_image' : 'too_many_images'),
      )
    // Errors without a status come from a broken form or a closed connection.
    throw error instanceof AppError ||
      error instanceof UnavailableError ||
      (error as { statusCode?: number }).statusCode !== undefined
      ? error
      : new AppError('unreadable')
  }
  return { input, uploads }
}

/** By events, which take half the time of reading the stream as an iterable. */
function readBytes({ raw }: FastifyRequest): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer) => {
    length += chunk.length
    if (length > maxJsonBytes) reject(new AppError('body_too_large'))
    else chunks.push(chunk)
  }
  raw.on('data', onData)
  raw.once('end', () => resolve(Buffer.concat(chunks)))
  // A closed connection; after 'end' this has no effect.
  raw.once('close', () => reject(new AppError('unreadable')))
  return promise.finally(() => raw.off('data', onData))
}

/** An empty body counts as an empty object: some clients send it with a JSON content type. */
async function readJson(request: FastifyRequest): Promise<unknown> {
  if (contentLength(request) > maxJsonBytes) throw new AppError('body_too_large')
  const text = (await readBytes(request)).toString()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new AppError('unreadable')
  }
}

const drained = new WeakSet<FastifyRequest['raw']>()

/** Receives the rest of a body: browsers read the response only after sending all of it. */
export function drainBody({ raw }: FastifyRequest): void {
  const hasBody =
    raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
  if (!hasBody || raw.complete || raw.readableEnded || drained.has(raw)) return
  drained.add(raw)
  raw.unpipe()
  raw.resume()
  const timeout = setTimeout(() => raw.destroy(), drainBodyMs).unref()
  raw.once('close', () => clearTimeout(timeout))
}

const toObject = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new AppError('unreadable')
  return value as Record<string, unknown>
}

/**
 * The raw input of an endpoint; a read's comes from path and query alone. The caller removes
 * `uploaded` in the end.
 */
export async function readRequestInput(
  request: FastifyRequest,
  endpoint: Endpoint,
  uploaded: UploadedFiles,
): Promise<RequestInput> {
  const params = toObject(request.params)
  if (endpoint.method === 'GET')
    return { input: { ...toObject(request.query), ...params }, uploads: [] }
  if (request.raw.destroyed) throw new AppError('unreadable')
  if (!request.isMultipart())
    return { input: { ...toObject(await readJson(request)), ...params }, uploads: [] }
  const { files } = endpoint
  if (!files) throw new AppError('wrong_media')
  const { input, uploads } = await readForm(request, files, uploaded)
  for (const name of files.fields) {
    if (input[name] !== '') continue
    // An empty file among others is none.
    if (uploads.some(({ field }) => field === name)) delete input[name]
    else input[name] = undefined
  }
  return { input: { ...input, ...params }, uploads }
}
