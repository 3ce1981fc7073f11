import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { draftOf, dropDraft, keepDraft, onSessionEnding } from '../session/drafts.ts'
import { readSession } from '../session/session.ts'

/** Whether something of this form is kept for the person who is signed in. */
export const hasDraft = (form: string): boolean => {
  const session = readSession()
  return session !== null && draftOf(session.userId, form) !== null
}

/** What the person who is signed in had typed into the form when the session ended; it is not kept any longer. */
export const useDraft = (form: string): unknown => {
  const [userId] = useState(() => readSession()?.userId ?? null)
  const [draft] = useState(() => (userId === null ? null : draftOf(userId, form)))
  useEffect(() => {
    if (userId !== null) dropDraft(userId, form)
  }, [userId, form])
  return draft
}

/** Keeps what is `typed` when the session ends: null where nothing is, and never a password or a PIN. */
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

/** Both for a form of react-hook-form: what was changed in it stands there again as if it was typed. */
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
