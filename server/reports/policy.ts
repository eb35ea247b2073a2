export const recentOrders = 5
export const bestSellers = 10
export const dailyBuckets = 30
export const weeklyBuckets = 12
export const monthlyBuckets = 12
export const yearlyBuckets = 5
/** The limit for each list. */
export const maxListedTasks = 20
