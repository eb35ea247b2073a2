/** What the people of an order can do with it. */
export const orderActions = [
  'set-status',
  'undo',
  'explain',
  'confirm',
  'cancel',
  'receive',
  'report-problem',
  'hand-back',
  'return',
  'rate',
  'extend',
  'propose-meeting',
  'enter-code',
  'edit-shipment',
  'extend',
] as const
