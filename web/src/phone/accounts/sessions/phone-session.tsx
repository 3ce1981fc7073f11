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

/** In this browser; the server's part has ended with the session. */
const forgetNotifications = (): void => {
  import('../../background/subscription.ts')
    .then(({ forgetSubscription }) => forgetSubscription())
    .catch((error: unknown) => console.error(error))
}

type PhoneSession = {
  readonly session: Session | null
  /** It ended under somebody's hands, and not because they signed out. */
  readonly hasEnded: boolean
  /** Takes a fresh access token: everything signed out becomes signed in. */
  readonly signIn: (token: string) => void
  /** Ends the session on the server as far as it can be reached, and here in any case. */
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

  // another tab may have signed out, or signed in somebody else
  useEffect(() => {
    const lookAgain = () => {
      if (document.visibilityState !== 'visible') return
      const next = readSession()
      if (session?.userId !== next?.userId) {
        keepDrafts()
        client.clear()
      }
      setSession(next)
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
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
        // without a connection the session still ends here; on the server it runs out
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
  if (!value) throw new Error('outside of PhoneSessionProvider')
  return value
}

/** Id of the user who is signed in; only below the guard that asks for a session. */
export const useUserId = (): string => usePhoneSession().session?.userId ?? ''
