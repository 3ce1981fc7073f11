import { inStorage } from '#shared/session/browser-storage.ts'

const STORED_AS = 'vieraugen-first-run-later'

const stored = (): readonly string[] => (inStorage(() => localStorage.getItem(STORED_AS)) ?? '').split(' ')

/** Whether the first steps of a workspace are postponed in this browser. */
export const isPostponed = (workspaceId: string): boolean => stored().includes(workspaceId)

export const postpone = (workspaceId: string): void =>
  void inStorage(() => localStorage.setItem(STORED_AS, [...stored(), workspaceId].join(' ').trim()))
