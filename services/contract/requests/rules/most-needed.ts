/** So many people are named of those who may still approve a request by its rule. */
export const MOST_NEEDED = 20
