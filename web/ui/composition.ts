type KeyEvent = { keyCode: number; nativeEvent: { isComposing: boolean } }

/**
 * Whether a key belongs to an input method, as the Enter that takes over a word: it sends nothing
 * then. Safari says of that Enter only that its code is 229.
 */
export const isComposing = ({ keyCode, nativeEvent }: KeyEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
