import type { KyselyPlugin, RootOperationNode } from 'kysely'

/** Whether the row count of a statement may leave out writes, which are in its `with`. */
function mayHideWrites(node: RootOperationNode): boolean {
  if (node.kind === 'RawNode')
    return !/^\s*(?:select|insert|update|delete)\b/.test(node.sqlFragments[0] ?? '')
  return 'with' in node && node.with !== undefined
}

/** Finds out whether statements change any row. */
export class RowChanges implements KyselyPlugin {
  hasChanges = false

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]): RootOperationNode {
    if (mayHideWrites(node)) this.hasChanges = true
    return node
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    if ((result.numAffectedRows ?? 0n) > 0n) this.hasChanges = true
    return result
  }
}
