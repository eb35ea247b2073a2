/** Sales by accounts younger than this don't count, because they may be faked. */
export const minAccountDays = 30
