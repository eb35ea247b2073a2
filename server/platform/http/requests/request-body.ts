import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Upload, UploadedFiles } from './uploaded-files.ts'

/** The longest JSON body is that of a listing: 6,000 characters of up to six bytes (`\\u0905`). */
export const maxJsonBytes = 64 * 1024
const maxFormFields = 60
const maxFormFieldBytes = 64 * 1024

type RequestInput = { input: Record<string, unknown>; uploads: Upload[] }
type FileLimits = NonNullable<Endpoint['files']>

// Accepts one file more than the endpoint does, because then the error can say that there are too
// many.
const maxFiles = ({ fields, maxCount }: FileLimits) => fields.length * maxCount + 1
const maxFormBytes = (files: FileLimits) =>
  maxFiles(files) * files.maxBytes + maxFormFields * maxFormFieldBytes

export function rejectLargeForm({ headers }: FastifyRequest, files: FileLimits): void {
  if (Number(headers['content-length'] ?? 0) > maxFormBytes(files))
    throw new AppError(files.tooLarge ?? 'too_large')
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
        const file = await uploaded.write(part.file)
        if (part.file.truncated) throw new AppError(accepted.tooLarge ?? 'too_large')
        // If no file was chosen, browsers send an empty part with an empty file name.
        const isChosen = file.size > 0 || Boolean(part.filename)
        if (accepted.fields.includes(name) && isChosen)
          uploads.push({ field: name, name: part.filename, ...file })
        else if (accepted.fields.includes(name) || isChosen) input[name] ??= ''
      } else if (Object.hasOwn(input, name)) {
        input[name] = [input[name], part.value].flat()
      } else if (name !== '__proto__') input[name] = part.value
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT')
      throw new AppError(
        accepted.tooMany ?? (accepted.maxCount === 1 ? 'one_image' : 'too_many_images'),
      )
    // An error without a status means a malformed form or a closed connection.
    throw error instanceof AppError ||
      error instanceof UnavailableError ||
      (error as { statusCode?: number }).statusCode !== undefined
      ? error
      : new AppError('unreadable')
  }
  return { input, uploads }
}

const toObject = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new AppError('unreadable')
  return value as Record<string, unknown>
}

/** Makes Fastify parse JSON bodies. Forms are read by `readRequestInput`. */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxJsonBytes },
    (_request, body, done) => {
      try {
        // Some clients send an empty body with the JSON content type.
        done(null, body === '' ? {} : JSON.parse(String(body)))
      } catch {
        done(new AppError('unreadable'))
      }
    },
  )
}

/**
 * Returns an endpoint's input before validation; for GET, only path and query. The caller must
 * remove the files of `uploaded` when the request is over.
 */
export async function readRequestInput(
  request: FastifyRequest,
  { method, files }: Endpoint,
  uploaded: UploadedFiles,
): Promise<RequestInput> {
  const params = toObject(request.params)
  if (method === 'GET') return { input: { ...toObject(request.query), ...params }, uploads: [] }
  if (!request.isMultipart())
    return { input: { ...toObject(request.body), ...params }, uploads: [] }
  if (!files) throw new AppError('wrong_media')
  const { input, uploads } = await readForm(request, files, uploaded)
  for (const name of files.fields) {
    if (input[name] !== '') continue
    // Browsers may send an empty file part along with real files.
    if (uploads.some(({ field }) => field === name)) delete input[name]
    else input[name] = undefined
  }
  return { input: { ...input, ...params }, uploads }
}
