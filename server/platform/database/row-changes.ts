import type { KyselyPlugin, RootOperationNode } from 'kysely'

type StatementKind = 'read' | 'write' | 'unknown'

/**
 * Returns whether a statement reads or writes. One with a `with` is 'unknown', because its row
 * count leaves out writes in the `with`.
 */
function statementKind(node: RootOperationNode): StatementKind {
  if (node.kind === 'RawNode') {
    const [, keyword = ''] = /^\s*(\w+)/.exec(node.sqlFragments[0] ?? '') ?? []
    if (keyword === 'select') return 'read'
    return ['insert', 'update', 'delete'].includes(keyword) ? 'write' : 'unknown'
  }
  if ('with' in node && node.with !== undefined) return 'unknown'
  if (node.kind === 'SelectQueryNode') return 'read'
  return ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(node.kind)
    ? 'write'
    : 'unknown'
}

export class RowChanges implements KyselyPlugin {
  hasChanges = false
  readonly #writes = new WeakSet<object>()

  transformQuery({
    node,
    queryId,
  }: Parameters<KyselyPlugin['transformQuery']>[0]): RootOperationNode {
    const kind = statementKind(node)
    if (kind === 'write') this.#writes.add(queryId)
    if (kind === 'unknown') this.hasChanges = true
    return node
  }

  async transformResult({ result, queryId }: Parameters<KyselyPlugin['transformResult']>[0]) {
    if (this.#writes.has(queryId) && result.numAffectedRows !== 0n) this.hasChanges = true
    return result
  }
}
