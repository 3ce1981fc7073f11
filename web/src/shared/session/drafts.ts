import { inStorage } from './browser-storage.ts'

const PREFIX = 'vieraugen-draft '
const keyOf = (userId: string, form: string): string => `${PREFIX}${userId} ${form}`

/** Saves a draft in this tab. Never save a secret. */
export const keepDraft = (userId: string, form: string, typed: unknown): void =>
  void inStorage(() => sessionStorage.setItem(keyOf(userId, form), JSON.stringify(typed)))

/** Returns the user's draft of the form. Null if there is none. */
export const draftOf = (userId: string, form: string): unknown =>
  inStorage(() => JSON.parse(sessionStorage.getItem(keyOf(userId, form)) ?? 'null') as unknown)

/** Deletes a draft, after its form has restored it. */
export const dropDraft = (userId: string, form: string): void =>
  void inStorage(() => sessionStorage.removeItem(keyOf(userId, form)))

/** Deletes the drafts of all other users. Null deletes all drafts, for a logout. */
export const forgetDraftsBut = (userId: string | null): void =>
  void inStorage(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !key.startsWith(keyOf(userId ?? '', ''))) sessionStorage.removeItem(key)
  })

const keepers = new Set<() => void>()

/** Calls `keep` when the session ends unexpectedly. Returns a function that unsubscribes. */
export const onSessionEnding = (keep: () => void): (() => void) => {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

/** Saves all drafts before the page closes because the session ended. */
export const keepDrafts = (): void => {
  for (const keep of keepers) keep()
}
