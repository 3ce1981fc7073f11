const PREFIX = 'vieraugen-draft '
const keyOf = (userId: string, form: string): string => `${PREFIX}${userId} ${form}`

/** Without storage what was typed is lost. */
const inStorage = (use: (storage: Storage) => unknown): unknown => {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

/** Keeps what somebody typed, in this tab; never anything secret. */
export const keepDraft = (userId: string, form: string, typed: unknown): void =>
  void inStorage((storage) => storage.setItem(keyOf(userId, form), JSON.stringify(typed)))

/** What this person had typed into the form; null where that is nothing. */
export const draftOf = (userId: string, form: string): unknown =>
  inStorage((storage) => JSON.parse(storage.getItem(keyOf(userId, form)) ?? 'null'))

/** It stands in its form again. */
export const dropDraft = (userId: string, form: string): void =>
  void inStorage((storage) => storage.removeItem(keyOf(userId, form)))

/** Whoever is signed in now finds nothing that others typed; null: nobody is, on their own wish. */
export const forgetDraftsBut = (userId: string | null): void =>
  void inStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(PREFIX) && !key.startsWith(keyOf(userId ?? '', ''))) storage.removeItem(key)
  })

const keepers = new Set<() => void>()

/** Calls `keep` when the session ends under somebody's hands; answers how to stop that. */
export const onSessionEnding = (keep: () => void): (() => void) => {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

/** Before the page is left because the session has ended. */
export const keepDrafts = (): void => {
  for (const keep of keepers) keep()
}
