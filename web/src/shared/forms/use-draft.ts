import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { draftOf, dropDraft, keepDraft, onSessionEnding } from '../session/drafts.ts'
import { readSession } from '../session/session.ts'

/** Whether the signed-in user has a draft of this form. */
export const hasDraft = (form: string): boolean => {
  const session = readSession()
  return session !== null && draftOf(session.userId, form) !== null
}

/** Returns the signed-in user's draft of the form, saved when the session ended, and deletes it. */
export const useDraft = (form: string): unknown => {
  const [userId] = useState(() => readSession()?.userId ?? null)
  const [draft] = useState(() => (userId === null ? null : draftOf(userId, form)))
  useEffect(() => {
    if (userId !== null) dropDraft(userId, form)
  }, [userId, form])
  return draft
}

/** Saves the result of `typed` as a draft when the session ends. Null saves nothing. Never pass a password or a PIN. */
export const useKeptDraft = (form: string, typed: () => unknown): void => {
  const [userId] = useState(() => readSession()?.userId ?? null)
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  useEffect(
    () =>
      onSessionEnding(() => {
        const values = latest.current()
        if (userId !== null && values !== null) keepDraft(userId, form, values)
      }),
    [userId, form],
  )
}

/**
 * As `useKeptDraft`, and also while the page is hidden, so that a reload and a long call keep what was typed. Nothing stays stored
 * once the page is in view again, or the form has gone because it was sent.
 */
export const useReloadDraft = (form: string, typed: () => unknown): void => {
  useKeptDraft(form, typed)
  const [userId] = useState(() => readSession()?.userId ?? null)
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  useEffect(() => {
    if (userId === null) return
    let isKept = false
    const keep = () => {
      const values = latest.current()
      if (values === null || readSession()?.userId !== userId) return
      keepDraft(userId, form, values)
      isKept = true
    }
    const drop = () => {
      if (isKept) dropDraft(userId, form)
      isKept = false
    }
    const turn = () => (document.visibilityState === 'hidden' ? keep() : drop())
    // What the end of the session has saved stays for the next login.
    const stop = onSessionEnding(() => {
      isKept = false
    })
    addEventListener('pagehide', keep)
    addEventListener('pageshow', drop)
    document.addEventListener('visibilitychange', turn)
    return () => {
      drop()
      stop()
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', drop)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [userId, form])
}

/** Saves and restores the draft of a react-hook-form form. Restored fields count as changed. */
export const useFormDraft = <T extends FieldValues>(name: string, form: UseFormReturn<T>): void => {
  const { defaultValues } = form.formState
  const draft = useDraft(name)
  useKeptDraft(name, () => {
    const before = defaultValues as Partial<T> | undefined
    const changed = Object.entries(form.getValues()).filter(([field, value]) => value !== before?.[field])
    return changed.length > 0 ? Object.fromEntries(changed) : null
  })
  useEffect(() => {
    for (const [field, value] of Object.entries(draft ?? {}))
      form.setValue(field as Path<T>, value as PathValue<T, Path<T>>, {
        shouldDirty: true,
        shouldValidate: true,
      })
  }, [draft, form])
}
