import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Endpoint, Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type KeyedRequest, recordingKey } from '#server/platform/http/idempotency.ts'
import { expectedVersion } from '#server/platform/http/versions.ts'
import type { FindViewer, Viewer } from '#server/platform/http/viewer.ts'
import { clientAddress } from '#server/platform/limits/addresses.ts'
import type { Upload } from './uploaded-files.ts'

type Work<T> = (db: Transaction<Tables>) => Promise<T>
type ChangedTopics<T> = (result: T) => readonly Topic[]
/** Work that creates something returns the new id, which is stored with the Idempotency-Key. */
type Commit<E extends Endpoint> = E extends { creates: true }
  ? <T extends { id: string }>(work: Work<T>, changedTopics?: ChangedTopics<T>) => Promise<T>
  : <T>(work: Work<T>, changedTopics?: ChangedTopics<T>) => Promise<T>

export type RequestContext<E extends Endpoint> = {
  viewer: E['access'] extends 'anyone' ? Viewer | undefined : Viewer
  /**
   * All viewers whose tokens were sent and who may call this endpoint. `viewer` is the first of
   * them.
   */
  viewers: Viewer[]
  /**
   * Runs a transaction. If a row changed, invalidates cached data of the endpoint's topics, or only
   * of `changedTopics`. Writes outside of `commit` invalidate nothing. Notify people after it.
   */
  commit: Commit<E>
  uploads: Upload[]
  ip: string
  userAgent: string
  idempotencyKey: string | undefined
  /** The version in the If-Match header, for `where` clauses. */
  expected: number | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    viewers: Viewer[]
    /**
     * Throws session_ended. Looks up the session only if the last check was more than a second ago.
     */
    checkSession: () => Promise<void>
  }
}

export type IncomingRequest = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply }

const sessionCheckMs = 1000

/** Checks a session again, because it may end while bodies, queues and pictures take time. */
export function createSessionCheck(findViewer: FindViewer, viewer: Viewer | undefined) {
  let checkedAt = performance.now()
  return async () => {
    if (!viewer || performance.now() - checkedAt < sessionCheckMs) return
    checkedAt = performance.now()
    if (!(await findViewer(viewer.session, viewer.isApiToken))) throw new AppError('session_ended')
  }
}

type RequestContent = {
  uploads: Upload[]
  idempotencyKey: string | undefined
  keyedRequest: KeyedRequest | undefined
}

export function createRequestContext(
  context: AppContext,
  { endpoint, request }: IncomingRequest,
  { uploads, idempotencyKey, keyedRequest }: RequestContent,
) {
  const { viewers, checkSession } = request
  const [viewer] = viewers
  return {
    viewer,
    viewers,
    commit: async (work: Work<unknown>, changedTopics?: ChangedTopics<unknown>) => {
      await checkSession()
      const topics = (result: unknown) => {
        const changed = changedTopics?.(result)
        return (endpoint.changes ?? []).filter((topic) => !changed || changed.includes(topic))
      }
      const keyed = keyedRequest ? recordingKey(keyedRequest, work, context.now()) : work
      return commitChanges({ ...context, by: clientAddress(request) }, topics, async (db) => {
        if (viewer?.helper) await context.lockHelper(db, viewer.helper.id)
        return keyed(db)
      })
    },
    uploads,
    ip: clientAddress(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    idempotencyKey,
    expected: expectedVersion(request.headers['if-match']),
  }
}
