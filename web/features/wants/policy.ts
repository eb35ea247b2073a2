/** How long somebody pauses while typing before titles are looked for. */
export const typingPauseMs = 200
