/** Runs `use` on the browser's storage. Returns null where the browser offers none, or refuses, or holds invalid JSON. */
export const inStorage = <T>(use: () => T): T | null => {
  try {
    return use()
  } catch {
    return null
  }
}
