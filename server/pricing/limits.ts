/** A sale of an account that was younger than this doesn't count, because it may be made up. */
export const minAccountDays = 30
