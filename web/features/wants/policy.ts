/** How long somebody pauses while typing before titles are looked for. */
export const typingPauseMs = 200
/** A shorter beginning of a title names too many. */
export const minTypedLetters = 2
