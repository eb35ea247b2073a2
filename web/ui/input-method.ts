type KeyEvent = { keyCode: number; nativeEvent: { isComposing: boolean } }

/**
 * Whether a key press belongs to an input method, such as the Enter that confirms a word, which
 * must not send anything. Safari marks such an Enter only by its key code, 229.
 */
export const isComposing = ({ keyCode, nativeEvent }: KeyEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
