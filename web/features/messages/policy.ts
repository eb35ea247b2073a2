/** Warns when fewer letters than this are left in a message. */
export const lettersLeftWarning = 200
