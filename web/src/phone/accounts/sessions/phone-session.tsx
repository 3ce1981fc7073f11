import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { logout } from '#contract/accounts/sessions.ts'
import { call, onSessionEnd } from '#shared/api/api.ts'
import { forgetDraftsBut, keepDrafts } from '#shared/session/drafts.ts'
import { clearSession, decodeToken, getToken, setToken, type Session } from '#shared/session/session.ts'

const readSession = (): Session | null => {
  const token = getToken()
  const session = token ? decodeToken(token) : null
  if (token && !session) clearSession()
  return session
}

/** Ends notifications in this browser. On the server they end with the session. */
const forgetNotifications = (): void => {
  import('../../background/subscription.ts')
    .then(({ forgetSubscription }) => forgetSubscription())
    .catch((error: unknown) => console.error(error))
}

type PhoneSession = {
  readonly session: Session | null
  /** The session has ended without a sign-out. */
  readonly hasEnded: boolean
  /** Starts a session with a new access token. */
  readonly signIn: (token: string) => void
  /** Ends the session here and, if the server can be reached, there. */
  readonly signOut: () => Promise<void>
}

const Context = createContext<PhoneSession | null>(null)

export const PhoneSessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const [session, setSession] = useState(readSession)
  const [hasEnded, setEnded] = useState(false)

  useEffect(() => {
    onSessionEnd(() => {
      setEnded(true)
      setSession(null)
      client.clear()
    })
  }, [client])

  // Another tab may have signed out or signed in another user.
  useEffect(() => {
    const syncSession = () => {
      if (document.visibilityState !== 'visible') return
      const next = readSession()
      if (session?.userId !== next?.userId) {
        keepDrafts()
        client.clear()
      }
      setSession(next)
    }
    document.addEventListener('visibilitychange', syncSession)
    return () => document.removeEventListener('visibilitychange', syncSession)
  }, [session, client])

  const value = useMemo<PhoneSession>(
    () => ({
      session,
      hasEnded,
      signIn: (token) => {
        setToken(token)
        const next = readSession()
        if (session?.userId !== next?.userId) client.clear()
        setSession(next)
      },
      signOut: async () => {
        // Offline, the session on the server expires by itself.
        await call(logout).catch(() => undefined)
        clearSession()
        forgetDraftsBut(null)
        setEnded(false)
        setSession(null)
        client.clear()
        forgetNotifications()
      },
    }),
    [session, hasEnded, client],
  )
  return <Context value={value}>{children}</Context>
}

export const usePhoneSession = (): PhoneSession => {
  const value = useContext(Context)
  if (!value) throw new Error('usePhoneSession needs a PhoneSessionProvider')
  return value
}

/** Returns the id of the signed-in user. Use it only below RequireSession. */
export const useUserId = (): string => usePhoneSession().session?.userId ?? ''
