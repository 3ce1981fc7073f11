import { inStorage } from '#shared/session/browser-storage.ts'
import type { Grant } from './invite-rows.ts'

const keyOf = (workspaceId: string): string => `vieraugen-invite-rights ${workspaceId}`

/** The rights of the last invitation from this browser. Never of an admin: that is chosen each time. */
export const lastGrant = (workspaceId: string): Grant | null => {
  const kept = inStorage(() => localStorage.getItem(keyOf(workspaceId)))
  if (kept === null) return null
  const rights = kept.split(' ')
  return {
    role: 'regular user',
    approver: rights.includes('approver'),
    requester: rights.includes('requester'),
  }
}

export const keepGrant = (workspaceId: string, { role, approver, requester }: Grant): void => {
  if (role === 'admin') return
  const rights = [...(approver ? ['approver'] : []), ...(requester ? ['requester'] : [])]
  inStorage(() => localStorage.setItem(keyOf(workspaceId), rights.join(' ')))
}
