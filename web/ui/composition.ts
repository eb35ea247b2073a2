type KeyEvent = { keyCode: number; nativeEvent: { isComposing: boolean } }

/**
 * Whether a key press belongs to an input method, such as the Enter that confirms a word, which
 * must not send anything. Safari marks that Enter only by its code, 229.
 */
export const isComposing = ({ keyCode, nativeEvent }: KeyEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
