import { useState } from 'react'
import { inStorage } from '#shared/session/browser-storage.ts'

/** How far the reader is with the first steps of a workspace. This browser remembers it. */
export type Progress = { readonly step: number; readonly isPostponed: boolean }

/** As it is stored. */
type StoredProgress = { readonly step?: number; readonly isPutOff?: boolean }

/** Without storage the progress lasts as long as the page. */
export const useProgress = (workspaceId: string): readonly [Progress, (progress: Progress) => void] => {
  const key = `vieraugen-onboarding ${workspaceId}`
  const [progress, setProgress] = useState<Progress>(() => {
    const stored = inStorage(() => JSON.parse(localStorage.getItem(key) ?? '{}') as StoredProgress)
    return { step: stored?.step ?? 0, isPostponed: stored?.isPutOff ?? false }
  })
  const save = ({ step, isPostponed }: Progress): void => {
    const stored: StoredProgress = { step, isPutOff: isPostponed }
    inStorage(() => localStorage.setItem(key, JSON.stringify(stored)))
    setProgress({ step, isPostponed })
  }
  return [progress, save]
}
