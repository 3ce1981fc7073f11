import { useSyncExternalStore } from 'react'
import type { UserRole } from '#contract/accounts/users.ts'
import { onSessionChange, readRole } from './session.ts'

/** The role in the token. Changes when the token is renewed. */
export const useRole = (): UserRole | null => useSyncExternalStore(onSessionChange, readRole)
